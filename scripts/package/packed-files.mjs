/**
 * What runs beside the bundles, as it is: the two native packages and what loads them. All else of `node_modules` is in the bundles.
 */
export const unbundledPackages = [
  'fs-native-extensions',
  'keytar',
  'require-addon',
  'which-runtime',
  'bare-addon-resolve',
  'bare-module-resolve',
  'bare-semver'
]

/** What of a package never runs. */
const noPart = [
  'src',
  'test',
  'tests',
  'example',
  'examples',
  'docs',
  'cmake',
  'obj.target',
  '.github',
  '.deps'
]

/**
 * The app's files as electron-builder takes them: everything is left out that is not named (PK1).
 * `${platform}` and `${arch}` are those of the target, as Node names them.
 */
export function packedFiles() {
  return [
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'resources/**',
    'package.json',
    'LICENSE',
    '!out/**/*.map',
    // the client of an object storage: only the command line serves a team
    '!out/main/chunks/object-storage-*.js',
    '!node_modules/**',
    ...unbundledPackages.map((name) => `node_modules/${name}/**`),
    ...noPart.map((folder) => `!node_modules/**/${folder}/**`),
    '!node_modules/**/*.{ts,map,md,gyp,gypi,c,cc,cpp,h,o,d,yml,txt,mk,Makefile}',
    '!node_modules/**/{CMakeLists.txt,Makefile,.npmignore,.gitignore,.editorconfig}',
    '!node_modules/fs-native-extensions/prebuilds/**',
    'node_modules/fs-native-extensions/prebuilds/${platform}-${arch}/*.node',
    '!node_modules/keytar/build/**',
    'node_modules/keytar/build/Release/keytar.node'
  ]
}
