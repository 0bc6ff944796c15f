import { packedFiles } from './scripts/package/packed-files.mjs'

/**
 * The app as electron-builder packs it, on every system. On Linux only the folder is made here, the packages of it by `scripts/package.mjs`;
 * macOS and Windows make their installers with it, each on its own machine (docs/technical/packaging.md).
 */
export default {
  appId: 'app.galley.Galley',
  productName: 'Galley',
  copyright: 'Copyright © The Galley authors',
  directories: { buildResources: 'scripts/package/resources' },
  files: packedFiles(),
  asar: true,
  asarUnpack: ['**/*.node'],
  disableSanityCheckAsar: false,
  npmRebuild: false,
  nodeGypRebuild: false,
  publish: null,
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    // the wire of the runtime that tests use ends before this one
    ...(process.env.GALLEY_TEST_ONLY === '1' ? {} : { grantFileProtocolExtraPrivileges: false })
  },
  protocols: [{ name: 'Galley link', schemes: ['galley-link'], role: 'Viewer' }],
  fileAssociations: [
    {
      ext: 'galley',
      name: 'Galley Link',
      description: 'Which document on which server Galley opens',
      mimeType: 'application/vnd.galley.link+json',
      role: 'Viewer'
    }
  ],
  linux: { target: 'dir', executableName: 'galley', category: 'Office' },
  mac: {
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] }
    ],
    category: 'public.app-category.productivity',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'scripts/package/resources/entitlements.mac.plist',
    entitlementsInherit: 'scripts/package/resources/entitlements.mac.plist',
    notarize: true,
    // on Linux and Windows it lies beside the program by itself
    extraResources: [
      { from: 'node_modules/electron/dist/LICENSES.chromium.html', to: 'LICENSES.chromium.html' }
    ],
    extendInfo: {
      CFBundleDocumentTypes: [
        {
          CFBundleTypeName: 'Galley Workspace',
          CFBundleTypeRole: 'Editor',
          LSHandlerRank: 'Alternate',
          LSItemContentTypes: ['public.folder']
        }
      ]
    }
  },
  win: {
    target: [
      { target: 'nsis', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] }
    ]
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowElevation: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    include: 'scripts/package/resources/installer.nsh',
    artifactName: 'Galley-Setup-${version}-${arch}.${ext}'
  }
}
