import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem } from '../../project.mjs'

/** What Node needs, and what hands signals on; no shell, and nothing that installs. */
const packages = ['base-files', 'netbase', 'libgcc-s1', 'libc6', 'libstdc++6', 'tini']

/** Not for Node: manuals, tables for sets of letters, helpers of a debugger, texts for who signs in. */
const spare = [
  'usr/share/man',
  'usr/share/locale',
  'usr/share/lintian',
  'usr/share/base-files',
  'usr/share/gdb',
  'usr/share/gcc',
  'usr/lib/x86_64-linux-gnu/gconv',
  'usr/bin/tini-static',
  'etc/update-motd.d',
  'etc/issue',
  'etc/issue.net'
]

/**
 * Puts packages of this system's Debian into a folder: as its archive signed them, unpacked, none of their
 * scripts run, with their own modes. Which they are stands in `var/lib/dpkg/status.d`, for who looks for known faults.
 * @param account the number of the account `galley`
 */
export function stageBase(folder, account) {
  const fetched = mkdtempSync(join(tmpdir(), 'galley-debs-'))
  try {
    const licences = dependsOf('libgcc-s1').filter((name) => name.startsWith('gcc-'))
    run('apt-get', ['download', '-qq', ...packages, ...licences], fetched)
    for (const name of readdirSync(fetched).sort()) {
      run('dpkg-deb', ['--extract', name, folder], fetched)
      const about = run('dpkg-deb', ['--field', name], fetched)
      put(folder, `var/lib/dpkg/status.d/${name.split('_')[0]}`, about)
    }
  } finally {
    rmSync(fetched, { recursive: true, force: true })
  }
  for (const path of spare) rmSync(join(folder, path), { recursive: true, force: true })
  const people = `root:x:0:0:root:/root:/sbin/nologin\ngalley:x:${account}:${account}::/data:/sbin/nologin\n`
  put(folder, 'etc/passwd', people)
  put(folder, 'etc/group', `root:x:0:\ngalley:x:${account}:\n`)
  put(folder, 'etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n')
}

const dependsOf = (name) =>
  [...run('apt-cache', ['depends', name], '/').matchAll(/^ *Depends: (\S+)$/gm)].map(([, found]) => found)

/** Whatever the umask is. */
function put(folder, path, text) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  chmodSync(dirname(file), 0o755)
  writeFileSync(file, text)
  chmodSync(file, 0o644)
}

function run(command, args, cwd) {
  const { error, status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (error || status !== 0)
    throw new Problem(`${command} ${args[0]} failed: ${error?.message ?? stderr.trim()}`)
  return stdout
}
