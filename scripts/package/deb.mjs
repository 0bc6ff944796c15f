import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../project.mjs'
import { settle, walk } from './tree.mjs'

/**
 * Makes a Debian package; the same tree gives the same bytes, whoever makes it, where and when (PK2).
 * @param folder the tree as it lies in the system: `folder/usr/bin/x` becomes `/usr/bin/x`, of root. Its times and modes are set.
 * @param control the fields of the control file, in order; `Installed-Size` (KiB) is added. Further lines of a value begin with a space.
 * @param conffiles absolute paths of what an administrator may change and an upgrade leaves alone
 * @param scripts maintainer scripts by name (`postinst`, `prerm` …), each the whole text
 * @param modes modes other than the usual ones (see `settle`), by path below `folder`: `{ 'opt/x/helper': 0o4755 }`
 * @param compression `zstd` (seconds) or `xz` (a quarter smaller, minutes); both can be read by Debian 12, Ubuntu 22.04 and later
 * @param out the file to write; its folder is made
 * @param epoch seconds since 1970, see `sourceEpoch`
 * @throws Problem when dpkg-deb is missing or refuses
 */
export function makeDeb({
  folder,
  control,
  conffiles = [],
  scripts = {},
  modes = {},
  compression = 'zstd',
  out,
  epoch
}) {
  const own = join(folder, 'DEBIAN')
  if (existsSync(own)) throw new Problem(`${folder} has a folder DEBIAN: it is made here.`)
  const entries = walk(folder)
  try {
    mkdirSync(own)
    for (const [name, text] of Object.entries(ownFiles({ folder, entries, control, conffiles, scripts })))
      writeFileSync(join(own, name), text)
    settle(folder, epoch, {
      ...modes,
      ...Object.fromEntries(Object.keys(scripts).map((name) => [`DEBIAN/${name}`, 0o755]))
    })
    mkdirSync(dirname(out), { recursive: true })
    build(folder, out, compression, epoch)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

function ownFiles({ folder, entries, control, conffiles, scripts }) {
  for (const path of conffiles)
    if (!entries.some((entry) => `/${entry.path}` === path)) throw new Problem(`no such conffile: ${path}`)
  const fields = { ...control, 'Installed-Size': String(installedSize(entries)) }
  return {
    control: Object.entries(fields).map(field).join(''),
    md5sums: entries
      .filter(({ path, stats }) => stats.isFile() && !conffiles.includes(`/${path}`))
      .map(({ path }) => `${md5(join(folder, path))}  ${path}\n`)
      .join(''),
    ...(conffiles.length > 0 ? { conffiles: [...conffiles].sort().join('\n') + '\n' } : {}),
    ...scripts
  }
}

function field([name, value]) {
  if (!/^[A-Z][A-Za-z-]*$/.test(name) || value.trim() === '' || /\n(?! )/.test(value))
    throw new Problem(`no field of a control file: ${name}: ${value}`)
  return `${name}: ${value}\n`
}

/** As dpkg-gencontrol counts it: whole KiB for a file, one for anything else. */
const installedSize = (entries) =>
  entries.reduce((sum, { stats }) => sum + (stats.isFile() ? Math.ceil(stats.size / 1024) : 1), 0)

const md5 = (file) => createHash('md5').update(readFileSync(file)).digest('hex')

function build(folder, out, compression, epoch) {
  const level = { zstd: '-z3', xz: '-z6' }[compression]
  if (level === undefined) throw new Problem(`dpkg-deb is asked for zstd or xz, not for ${compression}`)
  const args = ['--root-owner-group', `-Z${compression}`, level, '--threads-max=1', '--build', folder, out]
  const { error, status, stderr } = spawnSync('dpkg-deb', args, {
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch), LC_ALL: 'C.UTF-8' }
  })
  if (error) throw new Problem('dpkg-deb is needed: apt-get install dpkg')
  if (status !== 0) throw new Problem(`dpkg-deb refused to make ${out}:\n${stderr.trim()}`)
}
