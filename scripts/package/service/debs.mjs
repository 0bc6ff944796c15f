import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem, root } from '../../project.mjs'
import { debianChangelog, debianCopyright } from '../debian-doc.mjs'
import { makeDeb } from '../deb.mjs'
import { packed } from '../linux-tree.mjs'
import { manPage } from './man-page.mjs'
import { own, stageOwn } from './own-tree.mjs'

const files = join(root, 'scripts/package/service/files')

/**
 * Makes `galley-cli`, the command line with the Node that it runs on (PK5).
 * @param out the file to write
 * @param maintainer `Name <address>`
 */
export function makeCliDeb({ out, version, maintainer, epoch }) {
  makePackage({ name: 'galley-cli', out, version, maintainer, epoch }, (folder) => {
    stageOwn(folder, epoch)
    const [node, cli] = ['node', 'service/out/main/cli.js'].map((path) => join(folder, own, path))
    const galley = (...args) => said(node, [cli, ...args])
    const put = putter(folder)
    put('usr/bin/galley', file('galley'), 0o755)
    put('usr/share/lintian/overrides/galley-cli', file('cli-lintian-overrides'))
    put('usr/share/man/man1/galley.1.gz', packed(manPage(galley, epoch)))
    put('usr/share/bash-completion/completions/galley', galley('completion', 'bash'))
    put('usr/share/zsh/vendor-completions/_galley', galley('completion', 'zsh'))
    put('usr/share/fish/vendor_completions.d/galley.fish', galley('completion', 'fish'))
    return {
      control: {
        Depends: 'libc6 (>= 2.28), libstdc++6',
        Description: described('command line of Galley, an editor of web content', [
          'Reads, writes, backs up, examines and serves workspaces of versioned web',
          'content. It brings the Node that it runs on.'
        ])
      },
      modes: { [`${own}/service/out/main/cli.js`]: 0o644, [`${own}/node`]: 0o755 }
    }
  })
}

/** Makes `galley-service`, which has systemd run one workspace with `galley serve`. See `makeCliDeb`. */
export function makeServiceDeb({ out, version, maintainer, epoch }) {
  makePackage({ name: 'galley-service', out, version, maintainer, epoch }, (folder) => {
    const put = putter(folder)
    put('usr/lib/systemd/system/galley.service', file('galley.service'))
    put(`${own}/wait-until-alive.mjs`, file('wait-until-alive.mjs'))
    put('etc/galley/service.env', file('service.env'))
    return {
      control: {
        Depends: `galley-cli (= ${version}), adduser`,
        Description: described('content authoring service of Galley, run by systemd', [
          'Serves a workspace, in /var/lib/galley, to this machine; a proxy puts TLS',
          'before it. The content stays when the package is removed or purged.'
        ])
      },
      conffiles: ['/etc/galley/service.env'],
      scripts: { postinst: file('postinst'), prerm: file('prerm'), postrm: file('postrm') }
    }
  })
}

function makePackage({ name, out, version, maintainer, epoch }, fill) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  try {
    const { control, ...more } = fill(folder)
    const put = putter(folder)
    put(`usr/share/doc/${name}/copyright`, debianCopyright(notices))
    put(`usr/share/doc/${name}/NEWS.gz`, packed(readFileSync(join(root, 'CHANGELOG.md'))))
    put(`usr/share/doc/${name}/changelog.gz`, packed(debianChangelog(name, version, maintainer, epoch)))
    const first = {
      Package: name,
      Version: version,
      Section: 'web',
      Priority: 'optional',
      Architecture: 'amd64',
      Maintainer: maintainer
    }
    makeDeb({ folder, control: { ...first, ...control }, ...more, out, epoch })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const notices = [
  'The parts that Galley is made with, and their licences word by word, are in',
  ' /usr/lib/galley/service/THIRD-PARTY.md, those of Node.js in /usr/lib/galley/LICENSE.node.'
].join('\n')
const file = (name) => readFileSync(join(files, name), 'utf8')
const described = (short, lines) => [short, ...lines.map((line) => ` ${line}`)].join('\n')

const putter =
  (folder) =>
  (path, content, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
    chmodSync(join(folder, path), mode)
  }

function said(program, args) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (error || status !== 0)
    throw new Problem(`galley ${args.slice(1).join(' ')} failed: ${error?.message ?? stderr}`)
  return stdout
}
