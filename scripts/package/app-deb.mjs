import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'
import { makeDeb } from './deb.mjs'
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
    put('usr/share/doc/galley/copyright', filled('linux/copyright', { LICENCE: licence() }))
    put('usr/share/doc/galley/changelog.gz', packed(changelog(version, who, epoch)))
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

function licence() {
  const [, , ...rest] = readFileSync(join(root, 'LICENSE'), 'utf8').trim().split('\n')
  return rest
    .slice(2)
    .map((line) => (line.trim() === '' ? ' .' : ` ${line}`))
    .join('\n')
}

const changelog = (version, who, epoch) =>
  `galley (${version}) stable; urgency=medium\n\n  * What changed is told in NEWS.gz.\n\n -- ${who}  ${new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')}\n`
