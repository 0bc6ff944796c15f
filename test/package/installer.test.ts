import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './made'

const isMissing = spawnSync('makensis', ['-VERSION']).error !== undefined

it.skipIf(isMissing)('PK6 what is added to the installer of Windows compiles', () => {
  expect(compiled('!insertmacro customUnInstall')).toMatchObject({ status: 0 })
  expect(compiled('!insertmacro customInstalled')).toMatchObject({ status: 1 })
})

/** An installer with one section, whose uninstaller does this. */
function compiled(line: string): { readonly status: number | null; readonly said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'galley-nsis-'))
  try {
    const script = [
      'Unicode true',
      'Name Galley',
      `OutFile "${join(folder, 'Galley-Setup.exe')}"`,
      'RequestExecutionLevel user',
      '!include LogicLib.nsh',
      '!define isUpdated `"" == "updated"`',
      `!include "${join(root, 'scripts/package/resources/installer.nsh')}"`,
      'Section',
      `WriteUninstaller "$INSTDIR\\uninstall.exe"`,
      'SectionEnd',
      'Section Uninstall',
      line,
      'SectionEnd',
      ''
    ]
    writeFileSync(join(folder, 'installer.nsi'), script.join('\n'))
    const { status, stdout } = spawnSync('makensis', ['-WX', join(folder, 'installer.nsi')], {
      encoding: 'utf8'
    })
    return { status, said: stdout }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
