# SPDX-License-Identifier: MIT
# The gradient of one's own time loop under Revolve: Lorenz's model of 1996 with a forcing per cell, explicit Euler.
#
# The problem is written down in docs/examples/README.md; examples in other languages print the same norms. Every number
# of slots gives the same bits, in both reverse kinds.
using EbbWave
using Printf
using SHA

const N, STEPS, DT = 40, 60, 0.01
const FIRST = [[2 + 0.37 * (7i % N) - 0.11i for i in 0:N-1]; 0.0]  # x and the running cost c at step 0
const FORCING = [8 + 0.05i for i in 0:N-1]
const SEED = [[1 - 0.2 * (5i % N) for i in 0:N-1]; 0.5]           # dJ/d(final state)

# Cell i + shift, counted from 1, on the ring of cells.
cell(i, shift) = mod1(i + shift, N)

# state: x_1 .. x_N, c.
function step!(state, forcing)
    x = state[1:N]
    for i in 1:N
        state[i] += DT * ((x[cell(i, 1)] - x[cell(i, -2)]) * x[cell(i, -1)] - x[i] + forcing[i])
    end
    state[N+1] += DT * sum(abs2, x)
end

# From the cotangent after a step to that before it; x: the state before the step.
function step_adjoint!(cotangent, gradient, x)
    a, cost = cotangent[1:N], cotangent[N+1]
    gradient .+= DT .* a
    cotangent[1:N] .= (1 - DT) .* a .+ 2DT * cost .* x
    for i in 1:N
        cotangent[cell(i, 1)] += DT * x[cell(i, -1)] * a[i]
        cotangent[cell(i, -2)] -= DT * x[cell(i, -1)] * a[i]
        cotangent[cell(i, -1)] += DT * (x[cell(i, 1)] - x[cell(i, -2)]) * a[i]
    end
end

# dJ/d(forcing), dJ/d(initial state) and the forward steps taken, with so many states in memory.
function gradient_by_slots(kind, slots)
    state, cotangent, g = copy(FIRST), zeros(N + 1), zeros(N)
    propagator = Propagator(
        kind,
        state; # checkpoints are copied from it and back
        start = () -> (state .= FIRST; cotangent .= 0; g .= 0),
        advance = (from, to) -> foreach(_ -> step!(state, FORCING), from:to-1),
        turn = n -> cotangent .= SEED,
        reverse = k -> begin
            x = state[1:N]
            kind === :fused && step!(state, FORCING) # once more; a loop with a tape would fill it here
            kind === :fused && k == STEPS - 1 && (cotangent .= SEED)
            step_adjoint!(cotangent, g, x)
        end,
    )
    steps = Executor(Schedule(STEPS; slots = slots, kind = kind), Storage(), propagator) do executor
        run!(executor)
        stats(executor).forward_steps
    end
    return g, cotangent, steps
end

function functional(forcing)
    state = copy(FIRST)
    foreach(_ -> step!(state, forcing), 1:STEPS)
    return sum(SEED .* state)
end

function main()
    digests = Set{String}()
    for kind in (:fused, :state_only), slots in (1, 2, 3, 5, 10, STEPS)
        g, cotangent, steps = gradient_by_slots(kind, slots)
        digest = bytes2hex(sha256(reinterpret(UInt8, [g; cotangent])))
        push!(digests, digest)
        @printf("%-10s %3d slots %6d forward steps  %s\n", kind, slots, steps, digest[1:16])
    end
    length(digests) == 1 || error("the bits differ")
    g, cotangent, _ = gradient_by_slots(:fused, 3)
    println(taylor_test(functional, g, FORCING))
    @printf("misfit        %.17g\n", functional(FORCING))
    @printf("gradient norm %.17g\n", sqrt(sum(abs2, g)))
    @printf("adjoint norm  %.17g\n", sqrt(sum(abs2, cotangent)))
end

main()
