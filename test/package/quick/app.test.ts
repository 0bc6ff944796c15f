import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { filesIn, filesInAsar, makePackages, root, said, withoutPackages, type Made } from '../made'

/** Of the archive: beyond, something came in that nobody asked for. */
const MOST_BYTES = 17 * 1024 ** 2

let made: Made
beforeAll(async () => {
  if (withoutPackages) return
  made = await makePackages(['deb'])
}, 600_000)
afterAll(() => made?.remove())

describe.skipIf(withoutPackages)('the folder of the app', () => {
  it('PK1 the archive holds what was named, and is no larger than it may be', () => {
    const archive = join(made.folder, 'resources/app.asar')
    const files = filesInAsar(archive)
    const named = [
      /^(LICENSE|package\.json)$/,
      /^resources\/sample\/[\w./ -]+$/,
      /^out\/main\/(chunks\/)?[\w-]+\.(js|wasm\.br)$/,
      /^out\/preload\/(chunks\/)?[\w-]+\.js$/,
      /^out\/renderer\/(index\.html|early\.js|favicon\.ico|licences\.json)$/,
      /^out\/renderer\/assets\/(pdf-[\d.]+\/)?[\w.-]+\.(js|css|svg|png|ttf|woff2?)$/,
      /^node_modules\/(require-addon|which-runtime|bare-(addon-resolve|module-resolve|semver))\/(lib\/)?[\w-]+(\.js|\.json)?$/,
      /^node_modules\/fs-native-extensions\/(LICENSE|package\.json|index\.js|binding\.js|prebuilds\/linux-x64\/fs-native-extensions\.node)$/,
      /^node_modules\/keytar\/(package\.json|lib\/keytar\.js|build\/Release\/keytar\.node)$/
    ]
    expect(files.filter((file) => !named.some((pattern) => pattern.test(file)))).toEqual([])
    for (const needed of ['out/main/index.js', 'out/preload/index.js', 'out/renderer/index.html'])
      expect(files).toContain(needed)
    expect(files.some((file) => /\.(map|d\.ts|tsx?)$/.test(file))).toBe(false)
    // what only a team's server needs is of the command line alone
    expect(files.filter((file) => file.includes('object-storage'))).toEqual([])
    expect(statSync(archive).size).toBeLessThan(MOST_BYTES)
  })

  it('PK1 beside the archive lie the libraries that a system loads, and nothing else of ours', () => {
    const beside = filesIn(join(made.folder, 'resources')).filter((file) => file !== 'app.asar')
    expect(beside.filter((file) => file.endsWith('.node'))).toEqual([
      'app.asar.unpacked/node_modules/fs-native-extensions/prebuilds/linux-x64/fs-native-extensions.node',
      'app.asar.unpacked/node_modules/keytar/build/Release/keytar.node'
    ])
    expect(beside.filter((file) => !file.startsWith('app.asar.unpacked/'))).toEqual([])
    expect(filesIn(made.folder).filter((file) => /\.(map|d\.ts)$/.test(file))).toEqual([])
  })

  it('PK1 no file names a path of the machine that made it', () => {
    const places = [root, ...(homedir().length > '/root'.length ? [homedir()] : [])]
    const naming = filesIn(made.folder).filter((file) => {
      const bytes = readFileSync(join(made.folder, file))
      return places.some((place) => bytes.includes(`${place}/`))
    })
    expect(naming).toEqual([])
  })

  it('PK1 the fuses of the program are set', () => {
    const program = join(root, 'scripts/package/builder/node_modules/@electron/fuses/dist/bin.js')
    const text = stripVTControlCharacters(
      said(process.execPath, program, 'read', '--app', join(made.folder, 'galley'))
    )
    const fuses = Object.fromEntries(
      [...text.matchAll(/^ {2}(\w+) is (\w+)$/gm)].map(([, name, is]) => [name, is])
    )
    expect(fuses).toMatchObject({
      RunAsNode: 'Disabled',
      EnableCookieEncryption: 'Enabled',
      EnableNodeOptionsEnvironmentVariable: 'Disabled',
      EnableNodeCliInspectArguments: 'Disabled',
      EnableEmbeddedAsarIntegrityValidation: 'Enabled',
      OnlyLoadAppFromAsar: 'Enabled'
    })
    // the runtime that tests use has no such fuse
    expect(['Disabled', undefined]).toContain(fuses['GrantFileProtocolExtraPrivileges'])
  })
})

describe.skipIf(withoutPackages)('what the app is made with', () => {
  const bom = () =>
    z
      .object({
        bomFormat: z.literal('CycloneDX'),
        serialNumber: z
          .string()
          .regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        components: z.array(
          z.object({
            name: z.string(),
            version: z.string(),
            licenses: z.array(z.unknown()).min(1),
            hashes: z.array(z.unknown()).optional()
          })
        )
      })
      .parse(JSON.parse(readFileSync(join(made.folder, 'sbom.cdx.json'), 'utf8')))

  it('PK4 the list of parts names what is bundled, what lies beside it, and what Electron brings', () => {
    const { components } = bom()
    const names = components.map(({ name }) => name)
    // one of main alone, one of the window, one of a worker alone, a font, the native ones and what loads them
    for (const name of [
      'hono',
      'react',
      'css-selector-parser',
      '@fontsource-variable/inter',
      'pdfjs-dist',
      'monaco-editor'
    ])
      expect(names).toContain(name)
    for (const name of [
      'keytar',
      'fs-native-extensions',
      'require-addon',
      'electron',
      'Chromium',
      'Node.js',
      'ffmpeg'
    ])
      expect(names).toContain(name)
    expect(components.find(({ name }) => name === 'electron')?.hashes).toHaveLength(1)
    // of what is packed in node_modules each is in the list
    const packed = filesInAsar(join(made.folder, 'resources/app.asar'))
      .map((file) => /^node_modules\/([^/]+)\//.exec(file)?.[1])
      .filter((name) => name !== undefined)
    expect(packed.filter((name) => !names.includes(name))).toEqual([])
    expect(names).not.toContain('playwright-core')
  })

  it('PK4 the notices have the words of each licence', () => {
    const text = readFileSync(join(made.folder, 'THIRD-PARTY.md'), 'utf8')
    const chapters = text.split(/^## /m).slice(1)
    const insideElectron = ['electron', 'Chromium', 'Node.js', 'V8', 'ffmpeg']
    expect(chapters.map((chapter) => chapter.split('\n', 1)[0])).toEqual(
      bom()
        .components.filter(({ name }) => !insideElectron.includes(name))
        .map(({ name, version }) => `${name} ${version}`)
    )
    expect(chapters.filter((chapter) => chapter.length < 400)).toEqual([])
    for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html', 'LICENSE'])
      expect(statSync(join(made.folder, name)).size).toBeGreaterThan(500)
  })
})

describe.skipIf(withoutPackages)('the Debian package', () => {
  const field = (name: string) => said('dpkg-deb', '-f', made.file('.deb'), name).trim()

  it('PK3 what is made with a runtime for tests says so in its name and in its description', () => {
    expect(made.file('.deb')).toMatch(/galley_[\d.]+_amd64-TEST-ONLY\.deb$/)
    expect(field('Description')).toContain('TEST ONLY')
  })

  it('PK6 the package lies where Linux looks for it, of root, and its helper can make a sandbox', () => {
    const rows = said('dpkg-deb', '-c', made.file('.deb')).trimEnd().split('\n')
    const files = rows
      .map((row) => row.split(/\s+/))
      .map(([mode = '', owner = '', , , , path = '']) => ({ mode, owner, path }))
    expect(files.filter(({ owner }) => owner !== 'root/root')).toEqual([])
    const outside = files.filter(({ path, mode }) => !path.startsWith('./opt/') && !mode.startsWith('d'))
    expect(outside.map(({ mode, path }) => `${mode} ${path}`)).toEqual([
      '-rw-r--r-- ./etc/apparmor.d/galley',
      '-rwxr-xr-x ./usr/bin/galley-app',
      '-rw-r--r-- ./usr/share/applications/app.galley.Galley.desktop',
      '-rw-r--r-- ./usr/share/doc/galley/NEWS.gz',
      '-rw-r--r-- ./usr/share/doc/galley/THIRD-PARTY.md.gz',
      '-rw-r--r-- ./usr/share/doc/galley/changelog.gz',
      '-rw-r--r-- ./usr/share/doc/galley/copyright',
      ...[128, 16, 256, 32, 48, 512, 64].map(
        (size) => `-rw-r--r-- ./usr/share/icons/hicolor/${size}x${size}/apps/galley.png`
      ),
      '-rw-r--r-- ./usr/share/icons/hicolor/scalable/apps/galley.svg',
      '-rw-r--r-- ./usr/share/lintian/overrides/galley',
      '-rw-r--r-- ./usr/share/man/man1/galley-app.1.gz',
      '-rw-r--r-- ./usr/share/metainfo/app.galley.Galley.metainfo.xml',
      '-rw-r--r-- ./usr/share/mime/packages/galley.xml'
    ])
    const special = files.filter(({ mode }) => /[sStT]/.test(mode))
    expect(special).toEqual([{ mode: '-rwsr-xr-x', owner: 'root/root', path: './opt/Galley/chrome-sandbox' }])
  })

  it('PK6 it depends on the libraries that its programs name, under their old and their new names', () => {
    const depends = field('Depends').split(', ')
    expect(depends).toContain('libgtk-3-0t64 | libgtk-3-0')
    expect(depends).toContain('libasound2t64 | libasound2')
    expect(depends).toEqual(expect.arrayContaining(['libnss3', 'libgbm1', 'xdg-utils']))
    expect(depends.some((one) => /^libc6 \(>= 2\.\d+\)$/.test(one))).toBe(true)
    expect(depends.some((one) => one.includes('libsecret'))).toBe(false)
    expect(field('Recommends')).toContain('libsecret-1-0')
    expect(said('dpkg-deb', '-I', made.file('.deb'), 'conffiles')).toBe('/etc/apparmor.d/galley\n')
  })
})
