# SPDX-License-Identifier: MIT
# Memory and reports.

@testset Claim "memory that grows by a state a slot passes, by more fails, by two points only is undecided" begin
    slots = [5, 10, 20, 40]
    fit = memory_fit(slots, 300 .+ 1000 .* slots, 1000)
    @test passed(fit) && isapprox(fit.base, 300; rtol = 1e-9) && isapprox(fit.slope, 1000; rtol = 1e-12)
    @test memory_fit(slots, 300 .+ 1010 .* slots, 1000).verdict === :fail
    @test memory_fit(slots, 300 .+ 1010 .* slots, 1000; tolerance = 0.02).verdict === :pass
    @test memory_fit([5, 10], [5300, 10300], 1000).verdict === :inconclusive
    @test occursin("1000 expected", sprint(show, fit))
    @test refuses(() -> memory_fit([5, 5], [1, 1], 1000), 10, "slots")
    @test refuses(() -> memory_fit([5], [1], 1000), 11)
    @test refuses(() -> memory_fit([5, 10], [1], 1000), 11, "peaks")
end

@testset Claim "the library's own memory grows by a state a slot" begin
    state_bytes, slots = 64_000, [2, 4, 8, 16]
    peaks = map(slots) do s
        c = zeros(state_bytes ÷ 8)
        loop = Propagator(:state_only, c; start = () -> 0, advance = (a, b) -> 0, turn = n -> 0, reverse = k -> 0)
        Storage() do storage
            executor = Executor(Schedule(40; slots = s, kind = :state_only), storage, loop)
            EbbWave.reset_memory_peak()
            before = EbbWave.memory().now
            run!(executor)
            peak = EbbWave.memory().peak - before
            close(executor)
            peak
        end
    end
    @test passed(memory_fit(slots, peaks, state_bytes))
end

@testset Claim "a report is written in three formats and keeps what is added" begin
    Report("my solver") do report
        @test report.verdict === :inconclusive && !passed(report)
        report["machine"] = "mine"
        add!(report, "gradient", "misfit by velocity", taylor_test(f, g, [1.0, 2.0]))
        report["threads"] = 2
        add!(report, "adjoint", "twice", dot_test(x -> 2x, y -> 2y, 3, 3); seconds = 1.5)
        @test passed(report) && report.pass == 2
        add!(report, "memory", "slots", memory_fit([1, 2, 3], [10, 20, 30], 11))
        add!(report, "other", "by hand", :inconclusive, "was not <tried>")
        @test report.verdict === :fail && report.fail == report.inconclusive == 1
        @test sprint(show, report) == "Report(:fail, 2 passed, 1 failed, 1 inconclusive)"
        folder = mktempdir()
        texts = map(("json", "xml", "html")) do ending
            path = joinpath(folder, "report.$ending")
            @test write(path, report) == filesize(path) > 0
            read(path, String)
        end
        @test all(text -> occursin("misfit by velocity", text), texts)
        @test occursin("\"threads\"", texts[1]) && occursin("<testsuite", texts[2]) && occursin("<svg", texts[3])
        @test occursin("was not &lt;tried&gt;", texts[3])
        @test refuses(() -> write(joinpath(folder, "report.pdf"), report), 10, ".html")
        @test refuses(() -> write(joinpath(folder, "no", "report.html"), report), 14)
        @test refuses(() -> add!(report, "other", "x", :maybe, "words"), 10, ":maybe")
        @test refuses(() -> add!(report, "other", "x", :pass, "words"; seconds = -1), 10, "seconds")
        closed = dot_test(x -> 2x, y -> 2y, 3, 3)
        close(closed)
        @test refuses(() -> add!(report, "adjoint", "closed", closed), 22)
        @test report.pass == 2
    end
    report = Report("closed")
    close(report)
    @test refuses(() -> report.verdict, 22) && occursin("closed", sprint(show, report))
end
