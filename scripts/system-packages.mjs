import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, say } from './project.mjs'

/** Each entry: the names that the package has in one release or another; the first that exists is taken. */
const electronPackages = [
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libnss3'],
  ['libasound2t64', 'libasound2'],
  ['libgbm1'],
  ['libxss1'],
  ['libxtst6'],
  ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'],
  ['libcups2t64', 'libcups2'],
  ['libdrm2'],
  ['fonts-liberation'],
  ['libsecret-1-0']
]
const testPackages = [
  ['xvfb'],
  ['xauth'],
  ['chromium', 'chromium-browser'],
  ['util-linux'],
  ['iproute2'],
  ['procps'],
  // the keychain: built where it cannot be fetched, and a real one to test with
  ['libsecret-1-dev'],
  ['pkg-config', 'pkgconf'],
  ['g++'],
  ['make'],
  ['python3'],
  ['dbus-daemon', 'dbus'],
  ['gnome-keyring'],
  // the database of a team's server
  ['postgresql'],
  // and an object storage beside it
  ['ceph-mon'],
  ['ceph-osd'],
  ['radosgw']
]
/** What makes the packages and looks at them. */
const packagePackages = [
  ['zstd'],
  ['rpm'],
  ['lintian'],
  ['appstream'],
  ['desktop-file-utils'],
  ['nsis'],
  ['libgtk-3-bin'],
  ['xdg-utils'],
  ['umoci'],
  ['runc']
]
const purposes = {
  start: electronPackages,
  test: [...electronPackages, ...testPackages],
  package: [...electronPackages, ...testPackages, ...packagePackages]
}

/**
 * On Debian and its kin: installs as root what Electron (`start`), the tests (`test`) and those of the packages (`package`) need,
 * else says what to install. Elsewhere on Linux it can only say it.
 */
export async function ensureSystemPackages(purpose) {
  if (process.platform !== 'linux') return
  const wanted = purposes[purpose]
  if (!isDebian()) {
    const missing = purpose !== 'start' ? ['xvfb-run', 'chromium'].filter((name) => !inPath(name)) : []
    if (missing.length > 0)
      say(`for all tests install ${missing.join(' and ')} with the package manager of this system.`)
    return
  }
  const isInstalled = installedAmong(wanted.flat())
  const missing = wanted.filter((names) => !names.some(isInstalled))
  if (missing.length === 0) return
  if (process.getuid?.() !== 0) {
    const names = missing.map((alternatives) => alternatives.at(-1)).join(' ')
    say(`system packages are missing: sudo apt-get install -y --no-install-recommends ${names}`)
    return
  }
  await install(missing)
}

/** True when a program of that name can be started. */
export function inPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, name)))
}

async function install(missing) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  say(`installing ${missing.length} system packages (apt-get) …`)
  await run('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 2] })
  const names = missing.map((alternatives) => alternatives.find(isAvailable) ?? alternatives.at(-1))
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  const code = await run('apt-get', args, { env, stdio: ['ignore', 'ignore', 2] })
  if (code !== 0) say(`apt-get failed (exit ${code}). Install by hand: ${names.join(' ')}`)
}

function installedAmong(all) {
  const answer = spawnSync('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\n', ...new Set(all)], {
    encoding: 'utf8'
  })
  const installed = new Set(
    (answer.stdout ?? '')
      .split('\n')
      .filter((row) => row.endsWith(' installed'))
      .map((row) => row.split(' ')[0])
  )
  return (name) => installed.has(name)
}

function isAvailable(name) {
  const policy = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' }).stdout ?? ''
  return /Candidate: (?!\(none\))/.test(policy)
}

function isDebian() {
  try {
    return (
      /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8')) && inPath('apt-get')
    )
  } catch {
    return false
  }
}
