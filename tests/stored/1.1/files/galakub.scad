include <puzzlecad.scad>

burr_plate([
    ["xxx|xxx", "x..|x.."],
    ["xxx|xxx", "x..|x.."],
    ["xxx|xxx", "x..|x.."],
    ["xx.|xx.|.xx", "...|...|.xx"],
    ["xx.|xx.|.xx", "...|...|.xx"],
    ["xx.|xx.|.xx", "...|...|.xx"],
    ["xx|xx", "xx|xx"],
    ["xx|xx", "xx|xx"]
]);
