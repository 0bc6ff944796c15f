import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { makeDeb, type Deb } from '../../../scripts/package/deb.mjs'
import { withoutPackages } from '../made'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test.skipIf(withoutPackages)(
  'PK2 the same tree gives the same package, whatever its folder, its times and the umask were',
  () => {
    const first = made({}, 0o022)
    const second = made({}, 0o077, 'a-folder-with-a-much-longer-name')
    expect(sha(second)).toBe(sha(first))
    expect(
      execFileSync('dpkg-deb', ['-c', first], { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } })
    ).toBe(
      [
        'drwxr-xr-x root/root         0 2020-09-13 12:26 ./',
        'drwxr-xr-x root/root         0 2020-09-13 12:26 ./etc/',
        '-rw-r--r-- root/root         4 2020-09-13 12:26 ./etc/thing',
        'drwxr-xr-x root/root         0 2020-09-13 12:26 ./opt/',
        'drwxr-xr-x root/root         0 2020-09-13 12:26 ./opt/thing/',
        '-rwsr-xr-x root/root         2 2020-09-13 12:26 ./opt/thing/helper',
        '-rw-r--r-- root/root         2 2020-09-13 12:26 ./opt/thing/lib.so.1',
        '-rwxr-xr-x root/root         2 2020-09-13 12:26 ./opt/thing/run',
        'lrwxrwxrwx root/root         0 2020-09-13 12:26 ./opt/thing/same -> run',
        ''
      ].join('\n')
    )
  }
)

test.skipIf(withoutPackages)(
  'PK2 a package carries its control file, its conffiles and its scripts, and sums of all else',
  () => {
    const out = made({ scripts: { postinst: '#!/bin/sh\nexit 0\n' } })
    const info = (name: string) => execFileSync('dpkg-deb', ['-I', out, name], { encoding: 'utf8' })
    expect(info('control')).toMatch(/^Package: thing\n[^]*\nInstalled-Size: \d+\n$/)
    expect(info('conffiles')).toBe('/etc/thing\n')
    expect(info('postinst')).toContain('exit 0')
    expect(info('md5sums')).toMatch(/^[0-9a-f]{32} {2}opt\/thing\/helper\n/)
    expect(info('md5sums')).not.toContain('etc/thing')
  }
)

test.skipIf(withoutPackages).each<[string, Partial<Deb>, RegExp]>([
  ['a conffile that is not there', { conffiles: ['/etc/other'] }, /no such conffile: \/etc\/other/],
  [
    'a mode of what is not there',
    { modes: { 'opt/other': 0o4755 } },
    /no such file in the package: opt\/other/
  ],
  ['a field with a line of its own', { control: { Package: 'a\nEvil: yes' } }, /no field of a control file/],
  ['a control file that dpkg-deb does not take', { control: { Package: 'thing' } }, /dpkg-deb refused/]
])('PK2 %s is refused, and the tree is left without a folder of ours', (_what, wrong, sentence) => {
  const folder = tree()
  const deb = { ...usual(folder), ...wrong }
  expect(() => makeDeb(deb)).toThrow(sentence)
  expect(() => readFileSync(join(folder, 'DEBIAN/control'))).toThrow()
})

function made(more: Partial<Deb>, umask = 0o022, name = 'tree'): string {
  const before = process.umask(umask)
  try {
    const deb = { ...usual(tree(name)), ...more }
    makeDeb(deb)
    return deb.out
  } finally {
    process.umask(before)
  }
}

function usual(folder: string): Deb {
  return {
    folder,
    control: {
      Package: 'thing',
      Version: '1.0',
      Architecture: 'all',
      Maintainer: 'A <a@example.com>',
      Description: 'a thing\n to test with'
    },
    conffiles: ['/etc/thing'],
    modes: { 'opt/thing/helper': 0o4755 },
    out: join(dirname(folder), 'out/thing.deb'),
    epoch: 1_600_000_000
  }
}

function tree(name = 'tree'): string {
  const home = mkdtempSync(join(tmpdir(), 'galley-deb-'))
  folders.push(home)
  const folder = join(home, name)
  mkdirSync(join(folder, 'opt/thing'), { recursive: true })
  mkdirSync(join(folder, 'etc'))
  for (const file of ['run', 'helper', 'lib.so.1']) {
    writeFileSync(join(folder, 'opt/thing', file), `${file.length % 7}\n`)
    chmodSync(join(folder, 'opt/thing', file), 0o755)
  }
  symlinkSync('run', join(folder, 'opt/thing/same'))
  writeFileSync(join(folder, 'etc/thing'), 'a=b\n')
  return folder
}

const sha = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
