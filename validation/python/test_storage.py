# SPDX-License-Identifier: MIT
"""Where checkpoints lie: memory, disk, tiers, stores of one's own; codecs, checksums, limits."""
import os

import numpy as np
import pytest
from problems import Loop

import ebbwave
from ebbwave import Bank, Schedule, Storage
from ebbwave import _lowlevel as low

STEPS = 12


class Store:
    """Keeps copies in a dictionary, writes its calls down, and raises at one of them."""

    def __init__(self, fail_at=None):
        self.kept, self.begun, self.calls, self.fail_at = {}, [], 0, fail_at

    def note(self):
        self.calls += 1
        if self.calls - 1 == self.fail_at:
            raise LookupError("no room")

    def begin(self, bank, slots, slot_bytes):
        self.begun.append((bank, slots, slot_bytes))

    def save(self, bank, slot, step, data):
        self.note()
        assert data.dtype == np.uint8 and not data.flags.writeable
        self.kept[bank, slot] = step, data.copy()

    def load(self, bank, slot, step, data):
        self.note()
        kept_step, kept = self.kept[bank, slot]
        assert kept_step == step
        data[:] = kept

    def discard(self, bank, slot, step):
        assert self.kept.pop((bank, slot))[0] == step


def run(schedule, storage, cells=5):
    loop = Loop()
    loop.cells = cells
    loop.p, loop.state, loop.tape = np.linspace(0.5, 1.5, cells), np.zeros(cells), np.zeros(cells)
    propagator = ebbwave.Propagator(loop, state=loop.state, tape=loop.tape)
    executor = ebbwave.Executor(schedule, propagator, storage)
    executor.run()
    return loop.result()


SCHEDULES = {
    "revolve": lambda: Schedule.revolve(STEPS, 3),
    "two_level": lambda: Schedule.two_level(STEPS, 2, 2),
    "store_all": lambda: Schedule.store_all(STEPS),
    "segment": lambda: Schedule.segment(STEPS, 3, 2),
    "mixed": lambda: Schedule.mixed(STEPS, 5, 1, 1),
}
STORAGES = {
    "memory": lambda place: Storage(),
    "memory, zstd, sums": lambda place: Storage(codec="zstd", codec_parameter=3, checksums=True),
    "disk": lambda place: Storage.disk(place / "new"),
    "disk, zstd": lambda place: Storage.disk(place, codec="zstd"),
    "tiered": lambda place: Storage.tiered(place, 1),
    "tiered, zstd": lambda place: Storage.tiered(str(place), codec="zstd", checksums=True),
    "user": lambda place: Storage.user(Store(), checksums=True),
}


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("storage", STORAGES)
def test_every_storage_gives_the_same_bits_and_leaves_nothing(storage, schedule, tmp_path):
    made = STORAGES[storage](tmp_path)
    for _ in range(2):
        assert run(SCHEDULES[schedule](), made) == run(Schedule.store_all(STEPS), Storage())
    assert made.stat("live_slots") == 0 and "0x" not in repr(made)
    assert not [name for _, _, names in os.walk(tmp_path) for name in names]


def test_states_and_tapes_of_unequal_sizes_share_memory_alone(tmp_path):
    assert run(Schedule.mixed(STEPS, 6, 2, 1), Storage()) == run(Schedule.store_all(STEPS), Storage())
    with pytest.raises(ValueError, match="needs a storage in memory"):
        run(Schedule.mixed(STEPS, 6, 2, 1), Storage.disk(tmp_path))


def test_disk_slots_go_to_disk(tmp_path):
    schedule, storage = Schedule.two_level(STEPS, 2, 2), Storage.tiered(tmp_path)
    run(schedule, storage)
    assert storage.stat("disk_saves") == schedule.disk_saves > 0
    disk = Storage.disk(tmp_path)
    run(Schedule.revolve(STEPS, 3), disk)
    assert disk.stat("disk_saves") == disk.stat("saves") == Schedule.revolve(STEPS, 3).saves


def test_a_store_of_ones_own_is_told_and_asked():
    store = Store()
    run(Schedule.segment(STEPS, 3, 2), Storage.user(store))
    assert not store.kept and {bank for bank, *_ in store.begun} == {Bank.STATE, Bank.TAPE}
    assert (Bank.STATE, 2, 40) in store.begun


@pytest.mark.parametrize("fail_at", range(0, 14, 2))
def test_an_exception_in_a_store_comes_back_and_all_slots_are_discarded(fail_at):
    store = Store(fail_at)
    storage = Storage.user(store)
    with pytest.raises(LookupError, match="no room") as caught:
        run(Schedule.revolve(STEPS, 3), storage)
    assert caught.traceback[-1].name == "note" and not store.kept
    assert run(Schedule.revolve(STEPS, 3), storage) == run(Schedule.store_all(STEPS), Storage())


def test_the_first_of_two_exceptions_comes_back():
    class Worse(Store):
        def discard(self, bank, slot, step):
            Schedule.revolve(3, 2).check()  # a call inside a callback changes nothing of that
            raise KeyError("second")

    with pytest.raises(LookupError, match="no room"):
        run(Schedule.revolve(STEPS, 3), Storage.user(Worse(fail_at=3)))
    with pytest.raises(KeyError, match="second"):
        run(Schedule.revolve(STEPS, 3), Storage.user(Worse()))


def test_a_checksum_finds_what_changed():
    class Forgetful(Store):
        def load(self, bank, slot, step, data):
            super().load(bank, slot, step, data)
            data[3] ^= 1

    with pytest.raises(OSError) as caught:
        run(Schedule.revolve(STEPS, 3), Storage.user(Forgetful(), checksums=True))
    assert caught.value.status == low.EBW_ERR_CORRUPT and "slot" in str(caught.value)


def test_limits_are_held(tmp_path):
    with pytest.raises(MemoryError, match="limit|budget|bytes"):
        run(Schedule.revolve(STEPS, 3), Storage(limit=100))
    assert run(Schedule.revolve(STEPS, 3), Storage(limit=192))
    with pytest.raises(MemoryError):
        run(Schedule.revolve(STEPS, 3), Storage.disk(tmp_path, limit=50))


@pytest.mark.parametrize("codec, bound", [("bf16", 2**-8), ("fp16", 2**-11), ("int16", 1 / 65534)])
def test_lossy_codecs_change_the_gradient_by_about_their_error(codec, bound):
    exact = np.frombuffer(run(Schedule.revolve(STEPS, 3), Storage(), 64))
    storage = Storage(codec=codec)
    near = np.frombuffer(run(Schedule.revolve(STEPS, 3), storage, 64))
    assert 0 < storage.codec_error <= 1.01 * bound and storage.stat("kept_bytes") < storage.stat("raw_bytes")
    assert 0 < np.abs(near - exact).max() <= 100 * bound * np.abs(exact).max()


def test_a_codec_needs_a_layout_and_its_name():
    loop = Loop()
    bytes_only = ebbwave.Propagator(loop, state=loop.state.nbytes, save=print, load=print)
    with pytest.raises(ebbwave.EbbWaveError) as caught:
        ebbwave.Executor(Schedule.revolve(STEPS, 3), bytes_only, Storage(codec="int16")).run()
    assert caught.value.status == low.EBW_ERR_UNSUPPORTED
    with pytest.raises(ValueError, match="rle"):
        Storage(codec="rle")
    with pytest.raises(ValueError, match="parameter"):
        Storage(codec="zstd", codec_parameter=99)


def test_checkpoints_of_ones_own_need_no_executor(tmp_path):
    states = np.arange(24.0).reshape(4, 6), np.ones(3, np.float32)
    storage = Storage.disk(tmp_path, codec="fp16")
    storage.set_layout(*states)
    storage.reserve(2, sum(array.nbytes for array in states))
    packed = np.frombuffer(b"".join(array.tobytes() for array in states), np.uint8)
    out = np.empty_like(packed)
    storage.save(1, 7, packed)
    storage.load(1, 7, out)
    assert np.allclose(out[:192].view(np.float64), packed[:192].view(np.float64), rtol=0, atol=23 * 2**-11)
    storage.discard(1)
    with pytest.raises(ebbwave.EbbWaveStateError):
        storage.load(1, 7, out)
    with pytest.raises(ValueError, match="dtype"):
        storage.set_layout(np.arange(3))


def test_a_place_that_cannot_be_used_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    for make in (Storage.disk, Storage.tiered):
        with pytest.raises(OSError):
            make(tmp_path / "file")
        with pytest.raises(ebbwave.EbbWaveError):
            make("")
    with pytest.raises(ValueError, match="store.load"):
        Storage.user(type("Half", (), {"save": print, "discard": print}))
