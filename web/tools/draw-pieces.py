#!/usr/bin/env python3
"""Draws the piece set: web/src/pieces/{white,black}/{id}.svg.

One hand for all pieces: the same plinth, the same stroke widths, the same light. Each piece is a list of
layers from back to front; colours come in at the end, so that white and black can never differ in shape.

    python3 web/tools/draw-pieces.py
"""

from pathlib import Path

OUT = Path(__file__).resolve().parent.parent / "src" / "pieces"

OUTLINE = 3.6  # stroke of every silhouette
DETAIL = 2.6  # stroke of every inner line
SEAM = 2.4  # how far the light edge of a black shape shows, both sides together

COLOURS = {
    # light and shade: the two ends of the fill; edge: silhouettes; line: inner lines; rim: a thin light edge outside;
    # back, back_shade, ring and well: the face-down disc, whose well must set off a piece of the same colour
    "white": dict(light="#fffdf6", shade="#e6dcc6", edge="#24201c", line="#24201c", rim=None,
                  back="#f3ead6", back_shade="#d9cba9", ring="#8a7752", well="#f6efdf"),
    "black": dict(light="#5a534c", shade="#2a2623", edge="#12100e", line="#efe6d4", rim="#efe6d4",
                  back="#434854", back_shade="#23262e", ring="#b4bccb", well="#7d879a"),
}
GOLD = "#e3b341"


def half(top, *segments):
    """A shape symmetric about x = 50, from its right half.

    `top` is the starting point on or right of the axis; each segment is (x, y) for a line or
    (x1, y1, x2, y2, x, y) for a curve.
    """
    path = f"M{n(top[0])} {n(top[1])}"
    for s in segments:
        path += ("L" if len(s) == 2 else "C") + " ".join(n(v) for v in s)
    # back up the left side: mirror, in reverse order
    points = [top] + [s[-2:] for s in segments]
    if points[-1][0] != 50:
        path += f"L{n(100 - points[-1][0])} {n(points[-1][1])}"
    for i in range(len(segments) - 1, -1, -1):
        s, (x, y) = segments[i], points[i]
        if len(s) == 2:
            path += f"L{n(100 - x)} {n(y)}"
        else:
            path += f"C{n(100 - s[2])} {n(s[3])} {n(100 - s[0])} {n(s[1])} {n(100 - x)} {n(y)}"
    return path + "Z"


def n(v):
    return f"{v:.1f}".rstrip("0").rstrip(".")


def circle(x, y, r):
    return f"M{n(x - r)} {n(y)}a{n(r)} {n(r)} 0 1 0 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 0 {n(-2 * r)} 0Z"


def bar(x1, x2, y1, y2, r=2.5):
    """A rounded bar, such as a collar or the plinth."""
    w, h = x2 - x1 - 2 * r, y2 - y1 - 2 * r
    return (f"M{n(x1 + r)} {n(y1)}h{n(w)}a{n(r)} {n(r)} 0 0 1 {n(r)} {n(r)}v{n(h)}a{n(r)} {n(r)} 0 0 1 {n(-r)} {n(r)}"
            f"h{n(-w)}a{n(r)} {n(r)} 0 0 1 {n(-r)} {n(-r)}v{n(-h)}a{n(r)} {n(r)} 0 0 1 {n(r)} {n(-r)}Z")


# A layer is (kind, path) or (kind, path, transform). Kinds:
#   solid   a filled silhouette     line    an inner line     dot    a filled inner mark
#   gold    the ajax disc           mark    a line on the ajax disc
PLINTH = ("solid", bar(21, 79, 80, 91, 3.5))
PLINTH_NARROW = ("solid", bar(26, 74, 80, 91, 3.5))


def turned(neck, foot, top):
    """The turned body between a collar and the plinth: half-widths at neck and foot."""
    return ("solid", half((50 + neck, top), (50 + neck + 1, top + 12, 50 + foot - 5, 72, 50 + foot, 80)))


PAWN = [
    turned(7, 19, 48),
    ("solid", circle(50, 32, 13)),
    ("solid", bar(35, 65, 44.5, 51)),
    PLINTH_NARROW,
]

TOWER = half((55, 14), (55, 21), (62, 21), (62, 14), (73, 14), (73, 29), (66, 37), (66, 48, 67, 62, 70, 71), (74, 80))
ROOK = [
    ("solid", TOWER),
    ("line", "M35.5 37H64.5M32 70.5H68"),
    PLINTH,
]

MITRE = half((50, 16), (58, 23, 67, 33, 67, 43), (67, 49, 63, 53, 59, 56))
BISHOP = [
    turned(8.5, 23, 58),
    ("solid", circle(50, 13, 4.6)),
    ("solid", MITRE),
    ("line", "M60.5 27.5L50.5 41"),
    ("solid", bar(34, 66, 54.5, 61.5)),
    PLINTH,
]

KING = [
    turned(11, 24, 58),
    ("solid", half((53.8, 4), (53.8, 9.2), (60, 9.2), (60, 16.8), (53.8, 16.8), (53.8, 26))),
    ("solid", half((50, 22.5), (60, 22.5, 70, 24.5, 74, 32), (72, 41, 68, 49, 66, 56))),
    ("line", "M32.5 36C43 31 57 31 67.5 36"),
    ("solid", bar(31.5, 68.5, 54.5, 61.5)),
    PLINTH,
]

CROWN = half((50, 19), (57.5, 41), (66, 21.5), (68.5, 43), (81.5, 28.5), (74, 44, 69.5, 52, 67, 60))
QUEEN = [
    turned(14, 24, 60),
    ("solid", CROWN),
    ("solid", circle(50, 16, 4.8)),
    ("solid", circle(33, 18.5, 4.6)),
    ("solid", circle(67, 18.5, 4.6)),
    ("solid", circle(17.5, 26, 4.6)),
    ("solid", circle(82.5, 26, 4.6)),
    ("solid", bar(31, 69, 57, 64)),
    ("line", "M33 50.5C44 47.5 56 47.5 67 50.5"),
    PLINTH,
]

HORSE = ("M29 81C29 70 36 64.5 42.5 58C45.5 55 47.5 52 47.5 48C42 53 35.5 53.5 30.5 58.5C27.5 61.5 24.5 65 20 63.5"
         "C15 61.5 13.5 56.5 15.5 52C18.5 45.5 24.5 40.5 27.5 33.5C29.5 28 32 23.5 37 20.5L36.5 8.5C41 10.5 45 13.5 48 17"
         "C65.5 18.5 77 35 77 56C77 66 75.5 73 74 81Z")
HORSE_LINES = [
    ("dot", "M31.5 36.5C33 33 36.5 31.5 40 33C38.5 36.5 35 38 31.5 36.5Z"),
    ("dot", "M18.8 55.5a2 2 0 1 0 4 -1.6a2 2 0 1 0 -4 1.6Z"),
]
HORSE_MANE = [("line", "M51.5 23.5C63 28 69.5 41 69 57C68.8 63 68 68 67 73.5")]
KNIGHT = [("solid", HORSE), *HORSE_LINES, *HORSE_MANE, PLINTH]

SMALL_HORSE = "translate(-4.5 15.5) scale(.8)"


def small(layers):
    return [(kind, path, SMALL_HORSE) for kind, path in layers]


ARCHBISHOP = [
    ("solid", circle(63, 10, 4.4)),
    ("solid", half((50, 14), (60, 22, 69, 34, 69, 46), (69, 58, 63, 66, 64, 81)), "translate(13 0)"),
    ("line", "M75 27L64.5 40.5"),
    *small([("solid", HORSE), *HORSE_LINES, *HORSE_MANE]),
    PLINTH,
]

CHANCELLOR = [
    ("solid", "M42 10H51.5V17.5H58.5V10H69.5V17.5H76.5V10H86V25L79 32.5C79 48 77 66 76.5 81H50C51 66 49 48 49 32.5L42 25Z"),
    ("line", "M52 32.5H77"),
    *small([("solid", HORSE), *HORSE_LINES, *HORSE_MANE]),
    PLINTH,
]

BARREL = "M8 22.5L17 13.5L23 17.5C36 25 55 36.5 70.5 44.5C78 48.5 79 58 73.5 63.5C68 69 58.5 68.5 53 62C43 50 31 37.5 14.5 29Z"
CANNON = [
    ("solid", circle(78, 62.5, 4.2)),
    ("solid", "M79.5 80L77 70L64 52L50 80Z"),
    ("solid", BARREL),
    ("line", "M25 19.5L18.5 29.5M66.5 44L50.5 58.5"),
    ("solid", circle(50, 64, 17)),
    ("line", "M50 51V77M37 64H63M41 55L59 73M59 55L41 73"),
    ("solid", circle(50, 64, 4.2)),
    PLINTH,
]


def star(x, y, outer, inner):
    from math import cos, pi, sin
    points = []
    for i in range(16):
        r = inner if i % 2 else outer
        a = pi * i / 8
        points.append(f"{n(x + r * sin(a))} {n(y - r * cos(a))}")
    return "M" + "L".join(points) + "Z"


MINISTER = [
    turned(9, 22, 58),
    ("solid", star(50, 33, 25, 15.5)),
    ("line", circle(50, 33, 7)),
    ("solid", bar(34, 66, 55.5, 62.5)),
    PLINTH,
]


def ajax(layers, x, y, glyph):
    """The orthodox piece with a gold disc that draws its adopted one-step moves."""
    return layers + [("gold", circle(x, y, 11.5)), ("mark", glyph.format(x=x, y=y))]


def rays(x, y, straight, diagonal):
    path = ""
    if straight:
        path += f"M{n(x - 6.6)} {n(y)}h13.2M{n(x)} {n(y - 6.6)}v13.2"
    if diagonal:
        path += f"M{n(x - 4.8)} {n(y - 4.8)}l9.6 9.6M{n(x + 4.8)} {n(y - 4.8)}l-9.6 9.6"
    return path


PIECES = {
    "king": KING,
    "queen": QUEEN,
    "rook": ROOK,
    "bishop": BISHOP,
    "knight": KNIGHT,
    "pawn": PAWN,
    "archbishop": ARCHBISHOP,
    "chancellor": CHANCELLOR,
    "cannon": CANNON,
    "minister": MINISTER,
    "prime-minister": ajax(ARCHBISHOP, 72, 75, rays(72, 75, True, False)),
    "ajax-rook": ajax(ROOK, 72, 75, rays(72, 75, False, True)),
    "ajax-bishop": ajax(BISHOP, 72, 75, rays(72, 75, True, False)),
    "ajax-knight": ajax(KNIGHT, 72, 75, rays(72, 75, True, True)),
}


def layer(colour, kind, path, transform=None):
    scale = 1 / 0.8 if transform and "scale" in transform else 1  # stroke widths stay the same when scaled
    t = f' transform="{transform}"' if transform else ""
    if kind == "solid":
        return f'<path{t} d="{path}" fill="url(#{colour["id"]})" stroke="{colour["edge"]}" stroke-width="{n(OUTLINE * scale)}"/>'
    if kind == "line":
        return f'<path{t} d="{path}" fill="none" stroke="{colour["line"]}" stroke-width="{n(DETAIL * scale)}"/>'
    if kind == "seam":  # a thin light edge that parts a dark shape from what lies behind it
        return f'<path{t} d="{path}" fill="none" stroke="{colour["rim"]}" stroke-width="{n((OUTLINE + SEAM) * scale)}"/>'
    if kind == "dot":
        return f'<path{t} d="{path}" fill="{colour["line"]}"/>'
    if kind == "gold":
        return f'<path d="{path}" fill="{GOLD}" stroke="#24201c" stroke-width="{n(DETAIL)}"/>'
    return f'<path d="{path}" fill="none" stroke="#24201c" stroke-width="3"/>'


def document(colour, body):
    gradient = (f'<linearGradient id="{colour["id"]}" x1="0" x2="1" y1="0" y2=".35"><stop stop-color="{colour["light"]}"/>'
                f'<stop offset="1" stop-color="{colour["shade"]}"/></linearGradient>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{gradient}'
            f'<g stroke-linejoin="round" stroke-linecap="round">{body}</g></svg>\n')


def piece(colour, layers):
    body = ""
    for kind, path, *transform in layers:
        if kind == "solid" and colour["rim"]:
            body += layer(colour, "seam", path, *transform)
        body += layer(colour, kind, path, *transform)
    return document(colour, body)


def back(colour):
    """A blank disc seen from behind; its centre stays calm for the glyph of a dress."""
    edge, ring = colour["edge"], colour["ring"]
    rim = f'<circle cx="50" cy="50" r="45" fill="none" stroke="{colour["rim"]}" stroke-width="1.6"/>' if colour["rim"] else ""
    body = (f'{rim}<circle cx="50" cy="50" r="42.5" fill="url(#{colour["id"]})" stroke="{edge}" stroke-width="{n(OUTLINE)}"/>'
            f'<circle cx="50" cy="50" r="37" fill="none" stroke="{ring}" stroke-width="4.4" stroke-dasharray="0.1 7.65"/>'
            f'<circle cx="50" cy="50" r="32" fill="{colour["well"]}" stroke="{ring}" stroke-width="1.6"/>')
    return document(dict(colour, light=colour["back"], shade=colour["back_shade"]), body)


def main():
    for name, colour in COLOURS.items():
        colour["id"] = name[0]
        folder = OUT / name
        folder.mkdir(parents=True, exist_ok=True)
        for id, layers in PIECES.items():
            text = piece(colour, layers)
            assert len(text.encode()) < 3072, (name, id, len(text))
            (folder / f"{id}.svg").write_text(text)
        (folder / "back.svg").write_text(back(colour))


if __name__ == "__main__":
    main()
