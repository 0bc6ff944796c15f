import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDeb } from './deb.mjs'
import { debianChangelog, debianCopyright } from './debian-doc.mjs'
import { debianDepends } from './depends.mjs'
import { filled } from './fill.mjs'
import { maintainer } from './identity.mjs'
import { linuxModes, packed } from './linux-tree.mjs'

/**
 * Makes the Debian package of the app from its tree (`makeLinuxTree`), which stays as it is.
 * @param compression see `makeDeb`
 */
export function makeAppDeb({ tree, runtime, version, epoch, out, compression }) {
  const folder = `${tree}-deb`
  rmSync(folder, { recursive: true, force: true })
  cpSync(tree, folder, { recursive: true })
  try {
    const put = (path, content) => {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const who = maintainer(!runtime.testOnly)
    put('etc/apparmor.d/galley', filled('linux/apparmor', {}))
    put('usr/share/doc/galley/copyright', debianCopyright(notices))
    put('usr/share/doc/galley/changelog.gz', packed(debianChangelog('galley', version, who, epoch)))
    put('usr/share/lintian/overrides/galley', filled('linux/lintian-overrides', {}))
    makeDeb({
      folder,
      control: {
        Package: 'galley',
        Version: version,
        Section: 'editors',
        Priority: 'optional',
        Architecture: 'amd64',
        Maintainer: who,
        Depends: debianDepends(join(folder, 'opt/Galley')),
        Recommends: 'galley-cli, libsecret-1-0',
        Description: description(runtime)
      },
      conffiles: ['/etc/apparmor.d/galley'],
      scripts: { postinst: filled('linux/postinst', {}), postrm: filled('linux/postrm', {}) },
      modes: linuxModes,
      compression,
      out,
      epoch
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const description = ({ testOnly }) =>
  [
    'editor of web content with every version of it',
    ' Galley is for writing and keeping web content: pages in HTML, sheets and other',
    ' data in JSON, and the images that go with them. It works without a network.',
    ' Everything is saved as it is typed, and every state that a file has ever had',
    ' can be found, compared and brought back.',
    ...(testOnly ? [' .', ' TEST ONLY: made with a runtime that is not for releases.'] : [])
  ].join('\n')

const notices = [
  'The parts that Galley is made with, and their licences word by word, are in THIRD-PARTY.md in this folder.',
  ' Those of Electron, Chromium, Node.js and ffmpeg are in /opt/Galley/LICENSE.electron.txt and',
  ' /opt/Galley/LICENSES.chromium.html. A list of all parts for programs is /opt/Galley/sbom.cdx.json.'
].join('\n')
