"""The catalogue: every counter of the sheets as a typed value, by its id.

Ids are ``nationality:code`` (``german:4-6-7``, ``german:9-1``, ``german:LMG``, ``german:5cm_pak_38``); a unit that
differs from another of the same strength carries its variant as a third part (``german:8-3-8:assault_engineer``).
Sheets are read one nationality at a time, when first asked for; what stands in them is said in
``goodorder.data.counters``. Guns are weapons too; the armament of a vehicle is named behind it
(``german:pzkpfw_ivh:CMG``).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from goodorder.data.counters.book import Book
from goodorder.data.counters.guns import GunType, read_guns
from goodorder.data.counters.personnel import LEADERS, US_NUMBER, UnitType, read_personnel
from goodorder.data.counters.support import WeaponType, gun_weapon, read_support
from goodorder.data.counters.vehicles import VehicleType, read_vehicles
from goodorder.data.counters.vehicles.armament import armament
from goodorder.data.load import DATA_FOLDER, DataError

DUMMY = "dummy:?"
"""The type of a Dummy: a "?" with nothing beneath it (A12.11)."""


class Catalogue:
    """Looks up counters by id; an unknown id raises DataError that names the nearest known one."""

    def __init__(self, folder: Path) -> None:
        sheets = (*(folder / "personnel").glob("*.toml"), *(folder / "support").glob("*.toml"))
        self.nationalities: tuple[str, ...] = tuple(sorted({path.stem for path in sheets if path.name != LEADERS}))
        self._units = Book("unit", folder / "personnel", read_personnel, self.nationalities)
        self._weapons = Book("weapon", folder / "support", read_support, self.nationalities)
        self._guns = Book("gun", folder / "guns", read_guns, self.nationalities)
        self._vehicles = Book("vehicle", folder / "vehicles", read_vehicles, self.nationalities)

    def __repr__(self) -> str:
        return f"<Catalogue: counters of {', '.join(self.nationalities)}>"

    def unit(self, id: str) -> UnitType:
        """The unit with this id; of a Gun or a vehicle that it is none."""
        if self._guns.has(id):
            raise DataError("counters", id, f"{self._guns.one(id).name} is a Gun, no unit")
        if not self._units.has(id):
            self._no_vehicle(id)
            return self._units.one(id, also=self._ids(self._vehicles, id))
        return self._units.one(id)

    def weapon(self, id: str) -> WeaponType:
        """The support weapon or Gun with this id, or the armament of a vehicle (``german:pzkpfw_ivh:MA``); of a vehicle
        that it is none.
        """
        if self._guns.has(id):
            return gun_weapon(self._guns.one(id))
        if not self._weapons.has(id):
            bearer, _, mount = id.rpartition(":")
            if self._vehicles.has(bearer):
                return armament(self._vehicles.one(bearer), mount)
            self._no_vehicle(id)
            return self._weapons.one(id, also=self._ids(self._guns, id))
        return self._weapons.one(id)

    def gun(self, id: str) -> GunType:
        """The gun with this id."""
        return self._guns.one(id)

    def is_unit(self, id: str) -> bool:
        """Whether a unit has this id."""
        return self._units.has(id)

    def is_gun(self, id: str) -> bool:
        """Whether this id is of a gun, which has a place of its own whoever mans it (C)."""
        return self._guns.has(id)

    def is_vehicle(self, id: str) -> bool:
        """Whether a vehicle has this id."""
        return self._vehicles.has(id)

    def vehicle(self, id: str) -> VehicleType:
        """The vehicle with this id."""
        return self._vehicles.one(id)

    def crew(self, id: str) -> UnitType:
        """The Inherent crew of the vehicle with this id (D5.1): its morale is that of the nationality's best elite MMC,
        in an unarmored vehicle of its best 1st Line one; it has no FP of its own (D5.8).
        """
        kind = self._vehicles.one(id)
        rank = "1st_line" if kind.unarmored else "elite"
        mmc = [unit for unit in self.units(kind.nationality) if unit.mmc]
        morale = max((unit.morale for unit in mmc if unit.unit_class == rank), default=max(u.morale for u in mmc))
        return UnitType(
            id=id,
            nationality=kind.nationality,
            kind="crew",
            code=kind.name,
            morale=morale,
            broken_morale=morale,
            us_number=US_NUMBER["crew"],
            vehicle_crew=True,
        )

    def _ids(self, book: Book[GunType] | Book[VehicleType], id: str) -> list[str]:
        """The counters of another kind, of the nationality of an unknown id: it may have been meant for one of them."""
        nationality = id.partition(":")[0]
        return [one.id for one in book.all(nationality)] if nationality in self.nationalities else []

    def _no_vehicle(self, id: str) -> None:
        if self._vehicles.has(id):
            raise DataError("counters", id, f"{self._vehicles.one(id).name} is a vehicle, neither unit nor weapon")

    def units(self, nationality: str) -> tuple[UnitType, ...]:
        """All units of a nationality in the order of its sheet, leaders and hero last."""
        return self._units.all(nationality)

    def weapons(self, nationality: str) -> tuple[WeaponType, ...]:
        """All support weapons of a nationality in the order of its sheet."""
        return self._weapons.all(nationality)

    def guns(self, nationality: str) -> tuple[GunType, ...]:
        """All guns of a nationality in the order of its sheet."""
        return self._guns.all(nationality)

    def vehicles(self, nationality: str) -> tuple[VehicleType, ...]:
        """All vehicles of a nationality in the order of its sheet."""
        return self._vehicles.all(nationality)

    def leader_chain(self, nationality: str) -> tuple[str, ...]:
        """Leader ids from best to worst, each replaced by the next when it fails its ELR (A19.13); no others."""
        return tuple(unit.id for unit in self.units(nationality) if unit.kind == "leader" and not unit.variant)


@cache
def catalogue() -> Catalogue:
    """The shipped catalogue; the same object every time.

    >>> catalogue().unit("german:4-6-7").range
    6
    """
    return Catalogue(DATA_FOLDER / "counters")
