# SPDX-License-Identifier: MIT
# The gradient of docs/examples/acoustic_gradient.c, with every step stored and with 3 slots: the same bits.
#
# It prints a table for Float32 and Float64 with a SHA-256 of the gradient's bytes, z fastest, by which examples in all
# languages can be compared.
using EbbWave
using Printf
using SHA

const NX, NZ, H, STEPS, DT, F0 = 201, 101, 10.0, 600, 0.0015, 10.0

# 2000 m/s, and `inside` within 200 m of the middle; arrays have the axes [z, x].
velocity(T, inside) = T[hypot(H * i - 1000, H * k - 500) < 200 ? inside : 2000 for k in 0:NZ-1, i in 0:NX-1]

# The model at the guess, and a shot with the data of the true model.
function survey(T)
    model = Model(velocity(T, 2300); spacing = H)
    set_boundary!(model, :all, :cpml; cells = 20, v_ref = 2300, f_ref = F0)
    set_time!(model, DT, STEPS)
    shot = Shot(model)
    add_source!(shot, (1000, 20), ricker(F0, DT, STEPS + 1))
    add_receivers!(shot, [(40r, 20) for r in 0:50])
    forward!(model, shot)
    set_observed!(shot, traces(shot))
    set_field!(model, velocity(T, 2000))
    return model, shot
end

function main()
    println("dtype    schedule   slots  forward steps         bytes  misfit              gradient norm       SHA-256")
    for T in (Float32, Float64)
        model, shot = survey(T)
        digests = Set{String}()
        for slots in (0, 3)
            set_slots!(model, slots)
            p = plan(model, shot)
            J, g = gradient(model, shot)
            digest = bytes2hex(sha256(reinterpret(UInt8, vec(g))))
            push!(digests, digest)
            @printf("%-8s %-9s %6d %14d %13d  %.12e  %.12e  %s\n", lowercase(string(T)), p.schedule, p.slots,
                    p.forward_steps, p.total_bytes, J, sqrt(sum(abs2, Float64.(g))), digest)
        end
        length(digests) == 1 || error("the bits differ")
    end
end

main()
