# SPDX-License-Identifier: MIT
# Small problems that several tests use: a time loop with its adjoint, and a wave survey.

# x' = x + 0.1 (f - x^3) in each cell; J = sum of the final x. `inside` is called in every callback with its name.
mutable struct Cubic
    state::Vector{Float64}
    tape::Vector{Float64}
    taped::Bool
    adjoint::Vector{Float64}
    gradient::Vector{Float64}
    forcing::Vector{Float64}
    inside::Any
end
Cubic(inside = name -> nothing) =
    Cubic(zeros(5), zeros(5), false, zeros(5), zeros(5), [0.5, 1.0, -0.3, 2.0, 0.1], inside)

cubic_step!(x, f) = (x .+= 0.1 .* (f .- x .^ 3))

function cubic_reverse!(c::Cubic, kind, steps, k)
    x = c.taped ? copy(c.tape) : copy(c.state)
    kind === :fused && !c.taped && k == steps - 1 && (c.adjoint .= 1)
    c.taped = false
    c.gradient .+= 0.1 .* c.adjoint
    c.adjoint .*= 1 .- 0.3 .* x .^ 2
    c.state .= NaN # whoever uses the state after a reverse gets nothing
    c.inside(:reverse)
end

function cubic_propagator(c::Cubic, kind, steps; keywords...)
    return Propagator(
        kind,
        c.state;
        start = () -> (c.state .= 0.2; c.adjoint .= 0; c.gradient .= 0; c.taped = false; c.inside(:start)),
        advance = (from, to) -> (foreach(_ -> cubic_step!(c.state, c.forcing), from:to-1); c.inside(:advance)),
        turn = n -> (c.adjoint .= 1; c.inside(:turn)),
        reverse = k -> cubic_reverse!(c, kind, steps, k),
        tape = c.tape,
        advance_taped = k -> (c.tape .= c.state; cubic_step!(c.state, c.forcing); c.inside(:advance_taped)),
        loaded = k -> (c.taped = true; c.inside(:loaded)),
        keywords...,
    )
end

# The gradient without the library.
function cubic_reference(steps)
    c = Cubic()
    states = [fill(0.2, 5)]
    foreach(_ -> push!(states, cubic_step!(copy(states[end]), c.forcing)), 1:steps)
    adjoint, gradient = ones(5), zeros(5)
    for k in steps:-1:1
        gradient .+= 0.1 .* adjoint
        adjoint .*= 1 .- 0.3 .* states[k] .^ 2
    end
    return gradient, adjoint
end

# A function and its gradient.
f(x) = sum(x .^ 4) / 4
g(x) = x .^ 3

# 2-D survey with unequal axes and spacings, so that a swapped axis shows.
function small_survey(T = Float64; steps = 40)
    velocity = T[2000 + 10k + 5i for k in 0:14, i in 0:19]
    model = Model(velocity; spacing = (10.0, 8.0))
    set_boundary!(model, :all, :cpml; cells = 5, v_ref = 2200, f_ref = 20)
    set_boundary!(model, :top, :free)
    set_time!(model, 0.0012, steps)
    set_threads!(model, 1)
    shot = Shot(model)
    add_source!(shot, (61.0, 43.0), ricker(20, 0.0012, steps + 1))
    add_receivers!(shot, [(30.0, 40.0), (80.0, 21.5), (120.0, 90.0)])
    return model, shot
end

# An exception that a test plants in a callback.
struct Planted <: Exception
    where::Symbol
end

planted_here(name) = throw(Planted(name)) # the function that a trace must name

# The exceptions on the stack of the innermost catch block.
thrown_stack() = [e[1] for e in (VERSION >= v"1.7" ? Base.current_exceptions() : Base.catch_stack())]

# Runs f, which must throw Planted(name) itself with its place in a trace.
function comes_out(f, name)
    try
        f()
    catch exception
        below = filter(e -> e isa CapturedException, thrown_stack())
        return exception === Planted(name) && any(e -> occursin("planted_here", sprint(showerror, e)), below)
    end
    return false
end
