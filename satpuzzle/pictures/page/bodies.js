// Bodies with letters, outlines and balls, as meshes of three.js.
// Positions in the data are [right, near, up]; in three.js the second coordinate is up.
"use strict";
const vector = ([right, near, up]) => new THREE.Vector3(right, up, near);

// Returns functions that build meshes of bodies; `sharpness` is the anisotropy of the letters' textures.
function workshop({ ball: radius, bond: thickness }, sharpness) {
  const LETTER = 0.42;
  const plane = new THREE.PlaneGeometry(LETTER, LETTER);
  const ball = new THREE.SphereGeometry(radius, 40, 24);
  const bond = new THREE.CylinderGeometry(thickness, thickness, 1, 24);
  const shared = new Set([plane, ball, bond]);

  function ink(letter, colour) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 128;
    const context = canvas.getContext("2d");
    context.font = "bold 112px sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colour;
    context.fillText(letter, 64, 70);
    const map = new THREE.CanvasTexture(canvas);
    map.colorSpace = THREE.SRGBColorSpace;
    map.anisotropy = sharpness;
    return new THREE.MeshBasicMaterial({ map, transparent: true, depthWrite: false });
  }

  // Returns a mesh of polygons in one colour, behind lines in their planes.
  function filled(polygons, colour) {
    const points = [];
    for (const corners of polygons)
      for (let i = 1; i + 1 < corners.length; i++)
        for (const corner of [corners[0], corners[i], corners[i + 1]]) points.push(...vector(corner));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    geometry.computeVertexNormals();
    return new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({
      color: colour, side: THREE.DoubleSide, flatShading: true,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    }));
  }

  function surface({ vertices, faces, lines }, style, group, { grounds, wedges = [] }) {
    if (!faces.length) return;
    const outlines = faces.map((corners) => corners.map((corner) => vertices[corner]));
    const painted = grounds ? outlines.map((outline, face) => [grounds[face], [outline]]) : [[style.colour, outlines]];
    const ends = lines.flatMap(([a, b]) => [...vector(vertices[a]), ...vector(vertices[b])]);
    const along = new THREE.LineSegmentsGeometry().setPositions(ends);
    const outline = new THREE.LineSegments2(along, new THREE.LineMaterial({ color: 0x1a1a1a, linewidth: 2 }));
    // A wider, light line behind the body: on a dark background it is visible as a rim around the silhouette.
    const rim = new THREE.LineSegments2(along, new THREE.LineMaterial({
      color: 0xc9d1d9, linewidth: 5, polygonOffset: true, polygonOffsetFactor: 4, polygonOffsetUnits: 4000,
    }));
    rim.userData.rim = true;
    group.add(rim, ...painted.map(([colour, polygons]) => filled(polygons, colour)), outline);
    for (const { colour, corners } of wedges) group.add(filled([corners], colour));
  }

  function inscription({ letters }, { letter: text, ink: colour }, group, inks = []) {
    const materials = new Map();
    letters.forEach(({ place, normal, upward }, number) => {
      const [outwards, up] = [normal, upward].map(vector), hue = inks[number] ?? colour;
      if (!materials.has(hue)) materials.set(hue, ink(text, hue));
      const letter = new THREE.Mesh(plane, materials.get(hue));
      letter.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(up.clone().cross(outwards), up, outwards));
      letter.position.copy(vector(place)).addScaledVector(outwards, 0.004);
      group.add(letter);
    });
  }

  function cluster({ balls, bonds }, style, group) {
    const material = new THREE.MeshLambertMaterial({ color: style.colour });
    const letters = ink(style.letter, style.ink);
    for (const place of balls.map(vector)) {
      const mesh = new THREE.Mesh(ball, material);
      mesh.position.copy(place);
      const letter = new THREE.Mesh(plane, letters);
      letter.userData.home = place;
      group.add(mesh, letter);
    }
    for (const [a, b] of bonds) {
      const axis = vector(balls[b]).sub(vector(balls[a]));
      const cylinder = new THREE.Mesh(bond, material);
      cylinder.position.copy(vector(balls[a])).addScaledVector(axis, 0.5);
      cylinder.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis.normalize());
      group.add(cylinder);
    }
  }

  return {
    // Returns a body as a group of meshes; `style` has its letter, its colour, and the colour of the letter, `ink`.
    // A tile has `paint`: the colours of its letters and of its faces, and the wedges on these.
    build(body, style, paint = {}) {
      const group = new THREE.Group();
      surface(body, style, group, paint);
      inscription(body, style, group, paint.inks);
      cluster(body, style, group);
      return group;
    },

    // Returns the vertices of a body with radius 0, and its balls with their radius.
    reached({ vertices, balls }) {
      const round = (places, radius) => places.map((place) => ({ place: vector(place), radius }));
      return [...round(vertices, 0), ...round(balls, radius)];
    },

    // Puts the letter of each ball on the side that faces the camera, perpendicular to the line of sight.
    face(group, camera) {
      for (const letter of group.children)
        if (letter.userData.home) {
          const home = letter.userData.home.clone();
          const eye = group.worldToLocal(camera.position.clone()).sub(home).normalize();
          letter.position.copy(home).addScaledVector(eye, radius + 0.01);
          letter.up.set(0, 1, 0).applyQuaternion(camera.quaternion);
          letter.lookAt(camera.position);
        }
    },

    // Frees the GPU memory of a group.
    release(group) {
      group.traverse(({ geometry, material }) => {
        if (geometry && !shared.has(geometry)) geometry.dispose();
        if (material) { if (material.map) material.map.dispose(); material.dispose(); }
      });
    },
  };
}
