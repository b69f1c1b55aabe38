// Faces in the light of the sky and of a sun that moves with the camera (Lambert's law).  The light is computed at vertices:
// most faces are flat, and so a pixel takes no time where a processor draws.
const VERTEX = `
attribute vec4 color;
varying vec4 front;
varying vec4 back;
const vec3 SUN = vec3(-0.427, 0.684, 0.598);
vec4 seen(vec3 normal, vec3 sun) {
  vec3 light = 2.0 * mix(vec3(0.323), vec3(1.0), 0.5 * normal.y + 0.5) + 1.5 * max(dot(normal, sun), 0.0);
  vec3 linear = color.rgb * light / 3.14159265;
  return vec4(mix(1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, 12.92 * linear, vec3(lessThan(linear, vec3(0.0031308)))), color.a);
}
void main() {
  vec3 sun = SUN * mat3(viewMatrix); // in the scene
  front = seen(normal, sun);
  back = seen(-normal, sun);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const FRAGMENT = `
varying vec4 front;
varying vec4 back;
void main() {
  gl_FragColor = gl_FrontFacing ? front : back;
}`;

// Return a material of faces that are seen from both sides, with a colour and an opacity for each vertex; it lies behind
// lines in the planes of the faces.
export const lit = (properties = {}) =>
  new THREE.ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: THREE.DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
    ...properties,
  });
