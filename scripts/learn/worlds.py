"""Rendered worlds as training data: folders of pictures with exact truth, seen straight from above.

A world is a folder with NN.jpg and NN.json (camera, pieces, terrain); the picture whose truth holds no piece is the empty table. Both are
resampled to the ground, as vision/unmarked/ground_map does, PER_INCH pixels an inch, x along the table's x and rows along its y. Lengths
are inches, angles radians anticlockwise from +x of the table, which is clockwise in the map's picture.
"""
import glob
import json
import math
import os

import cv2
import numpy as np

PAD = 2.0  # inches round the playing surface: figures lean outward
LIKE_FIGURES = ("counters", "blocks")  # clutter that may as well be somebody's figure: it is not sought out, and counts as bare table does
ABOVE = 0.1  # inches: height of the map over the ground, a base's top


def camera_of(truth):
    c = truth["camera"]
    matrix = np.array([[c["fx"], 0, c["cx"]], [0, c["fy"], c["cy"]], [0, 0, 1.0]])
    return dict(matrix=matrix, dist=np.array(c["dist"], float), rvec=np.array(c["rvec"], float),
                tvec=np.array(c["tvec"], float), position=np.array(c["position"], float))


def project(camera, points):
    """Table points (n, 3), inches, to raw pixels (n, 2)."""
    points = np.ascontiguousarray(np.asarray(points, float).reshape(-1, 1, 3))
    return cv2.projectPoints(points, camera["rvec"], camera["tvec"], camera["matrix"], camera["dist"])[0].reshape(-1, 2)


def ground_map(picture, camera, size, per_inch):
    """The picture resampled to the plane ABOVE the table; (rows, columns, 3)."""
    columns, rows = (int(round((s + 2 * PAD) * per_inch)) for s in size)
    step = 8  # the projection is smooth: it is computed at every eighth pixel
    x = (np.arange(0, columns + step, step) + 0.5) / per_inch - PAD
    y = (np.arange(0, rows + step, step) + 0.5) / per_inch - PAD
    grid = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    pixels = project(camera, np.column_stack([grid, np.full(len(grid), ABOVE)])).reshape(len(y), len(x), 2).astype(np.float32)
    coarse = np.stack(np.meshgrid(np.arange(columns) / step, np.arange(rows) / step), -1).astype(np.float32)
    where = cv2.remap(pixels, coarse[..., 0], coarse[..., 1], cv2.INTER_LINEAR)
    span = np.median(np.abs(np.diff(where[rows // 2, :, 0])))
    if span > 1.3:  # pixels of the picture for one of the map: less than its detail is kept, without aliasing
        picture = cv2.GaussianBlur(picture, (0, 0), 0.4 * span)
    return cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)


def outline(base):
    """The base's outline in its own frame (forward, left), inches, (n, 2)."""
    if base["shape"] in ("disc", "round", "oval"):
        long = base.get("diameter") or base["length"]
        wide = base.get("diameter") or base["width"]
        a = np.linspace(0, 2 * math.pi, 48, endpoint=False)
        return np.column_stack([0.5 * long * np.cos(a), 0.5 * wide * np.sin(a)])
    l, w = base["length"] / 2, base["width"] / 2
    return np.array([[l, w], [-l, w], [-l, -w], [l, -w]])


def in_map(camera, points, per_inch):
    """Table points (n, 3) where the map shows them, pixels (n, 2): what is not at the map's height is shifted by parallax."""
    p = np.asarray(points, float)
    c = camera["position"]
    s = (c[2] - ABOVE) / (c[2] - p[:, 2])
    on_plane = c[:2] + (p[:, :2] - c[:2]) * s[:, None]
    return (on_plane + PAD) * per_inch - 0.5


def narrow(base):
    return base.get("diameter") or min(base["length"], base["width"])


def wide(base):
    return base.get("diameter") or max(base["length"], base["width"])


def load(folder, per_inch=None):
    """All pictures of a world: a list of dicts with now, empty (maps), pieces and clutter (in map pixels), nadir, height, per_inch."""
    files = sorted(glob.glob(os.path.join(folder, "[0-9][0-9].json")))
    truths = [json.load(open(f)) for f in files]
    pictures = [(t, cv2.imread(f[:-5] + ".jpg")) for f, t in zip(files, truths) if os.path.exists(f[:-5] + ".jpg")]
    size = truths[0]["table"]["width"], truths[0]["table"]["height"]
    bases = [p["base"] for t, _ in pictures for p in t["pieces"] if p["marker"]["type"] != "tag"]
    if per_inch is None:
        per_inch = scale_for(min([narrow(b) for b in bases] or [1.0]))
    empty = next(((t, im) for t, im in pictures if not t["pieces"]), None)
    of_empty = ground_map(empty[1], camera_of(empty[0]), size, per_inch) if empty else None
    seen = []
    for truth, picture in pictures:
        if not truth["pieces"]:
            continue
        camera = camera_of(truth)
        pieces = []
        for p in truth["pieces"]:
            h = math.radians(p["heading"])
            turn = np.array([[math.cos(h), -math.sin(h)], [math.sin(h), math.cos(h)]])
            rim = outline(p["base"]) @ turn.T + [p["x"], p["y"]]
            top = p["z"] + p["base"]["height"]
            to_map = lambda q, z: in_map(camera, np.column_stack([q, np.full(len(q), z)]), per_inch)
            centre = np.array([[p["x"], p["y"]]])
            across = p["base"].get("width", 0) > p["base"].get("length", 1e9)
            pieces.append(dict(long=h + (math.pi / 2 if across else 0.0), army=p["army"], rim=to_map(rim, top), at=to_map(centre, top)[0], heading=h, marker=p["marker"]["type"],
                               shape=p["base"]["shape"], narrow=narrow(p["base"]), wide=wide(p["base"]),
                               visible=1.0 if p.get("visible_fraction") is None else p["visible_fraction"]))
        clutter = [in_map(camera, [[c["x"], c["y"], ABOVE]], per_inch)[0] for c in truth.get("clutter") or [] if c.get("what") not in LIKE_FIGURES]
        seen.append(dict(clutter=clutter, now=ground_map(picture, camera, size, per_inch), empty=of_empty, pieces=pieces, per_inch=per_inch,
                         nadir=in_map(camera, [[camera["position"][0], camera["position"][1], ABOVE]], per_inch)[0],
                         height=camera["position"][2] * per_inch, name=os.path.basename(folder.rstrip("/")) + "/" + truth["frame"],
                         size=size))
    return seen


def scale_for(narrowest):
    """Pixels an inch at which the narrowest base (inches) is as wide as the network likes it."""
    return float(np.clip(14.0 / narrowest, 10.0, 22.0))
