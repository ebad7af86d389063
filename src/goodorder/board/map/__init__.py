"""What a map is: hexes, Locations, terrain and the facts of each hex."""
