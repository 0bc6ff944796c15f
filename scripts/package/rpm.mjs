import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem } from '../project.mjs'
import { filled } from './fill.mjs'
import { linuxModes } from './linux-tree.mjs'
import { settle, walk } from './tree.mjs'

/** A fixed place: rpm writes none of it into the package, but its tools may. */
const buildHost = 'build.galley.invalid'

/**
 * Makes the package for Fedora and openSUSE from the app's tree (`makeLinuxTree`), which stays as it is. The same tree gives the same bytes.
 * @throws Problem when rpmbuild is missing or refuses
 */
export function makeAppRpm({ tree, version, epoch, out }) {
  const home = mkdtempSync(join(tmpdir(), 'galley-rpm-'))
  try {
    const content = join(home, 'content')
    cpSync(tree, content, { recursive: true })
    mkdirSync(join(content, 'usr/share/licenses/galley'), { recursive: true })
    copyFileSync(join(tree, 'opt/Galley/LICENSE'), join(content, 'usr/share/licenses/galley/LICENSE'))
    settle(content, epoch, linuxModes)
    writeFileSync(join(home, 'files'), fileList(content))
    writeFileSync(
      join(home, 'galley.spec'),
      filled('linux/galley.spec', { VERSION: version.replaceAll('-', '~') })
    )
    build(home, epoch)
    const [made] = readdirSync(join(home, 'RPMS/x86_64'))
    mkdirSync(dirname(out), { recursive: true })
    copyFileSync(join(home, 'RPMS/x86_64', made), out)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Every file by name; folders that are ours alone. */
const fileList = (content) =>
  walk(content)
    .filter(({ path, stats }) => !stats.isDirectory() || /^opt\/Galley|\/galley$/.test(path))
    .map(({ path, stats }) => {
      const mode = (stats.mode & 0o7777).toString(8).padStart(4, '0')
      return `${stats.isDirectory() ? '%dir ' : ''}%attr(${mode},root,root) "/${path}"\n`
    })
    .join('')

function build(home, epoch) {
  const defined = {
    _topdir: home,
    _sourcedir: home,
    _content: join(home, 'content'),
    _buildhost: buildHost,
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
    _binary_payload: 'w3.zstdio',
    __os_install_post: '%{nil}',
    debug_package: '%{nil}',
    _build_id_links: 'none'
  }
  const args = [
    ...Object.entries(defined).flatMap(([name, value]) => ['--define', `${name} ${value}`]),
    '--target=x86_64-linux',
    '-bb',
    join(home, 'galley.spec')
  ]
  const { error, status, stderr } = spawnSync('rpmbuild', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch), LC_ALL: 'C.UTF-8', HOME: home }
  })
  if (error) throw new Problem('rpmbuild is needed: apt-get install rpm')
  if (status !== 0) throw new Problem(`rpmbuild refused:\n${stderr.trim().split('\n').slice(-20).join('\n')}`)
}
