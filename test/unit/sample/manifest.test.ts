import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../src/common/content/paths'
import { bytesOf, current, manifest, sampleFolder, siteRoot } from './sample-site'

describe('sample manifest', () => {
  it('N5 every path is canonical, inside the site, and has an extension', () => {
    for (const { path } of manifest.entries) {
      expect(contentPath(path)).toBe(path)
      expect(path).toMatch(new RegExp(`^${siteRoot}/.+\\.[a-z0-9]+$`))
    }
  })

  it('E9 every entry has its file, and every file its entry', () => {
    const named = new Set([...manifest.entries, ...manifest.configs].map(({ file }) => file))
    for (const file of named) expect(existsSync(join(sampleFolder, file)), file).toBe(true)
    const onDisk = readdirSync(sampleFolder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(sampleFolder, name)).isFile())
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name !== 'manifest.json')
    expect(onDisk.filter((name) => !named.has(name))).toEqual([])
  })

  it('V4 entries are in writing order, strictly later within one path', () => {
    const last = new Map<string, number>()
    let before = Infinity
    for (const { path, daysAgo } of manifest.entries) {
      expect(daysAgo).toBeLessThanOrEqual(before)
      expect(daysAgo, path).toBeLessThan(last.get(path) ?? Infinity)
      before = daysAgo
      last.set(path, daysAgo)
    }
  })

  it('V3 at least 6 files have 3 to 8 states, by 3 people, over weeks, some labelled', () => {
    const states = [...current.keys()].map((path) => manifest.entries.filter((entry) => entry.path === path))
    const long = states.filter((list) => list.length >= 3)
    expect(long.length).toBeGreaterThanOrEqual(6)
    for (const list of long) expect(list.length).toBeLessThanOrEqual(8)
    expect(new Set(manifest.entries.map(({ by }) => by.email)).size).toBe(3)
    const labels = manifest.entries.flatMap(({ label }) => label ?? [])
    expect(labels).toContain('Before legal review')
    expect(labels).toContain('Approved text')
  })

  it('V3 every state differs from the one before it', () => {
    const before = new Map<string, Buffer>()
    for (const entry of manifest.entries) {
      const bytes = bytesOf(entry)
      expect(before.get(entry.path)?.equals(bytes) ?? false, entry.file).toBe(false)
      before.set(entry.path, bytes)
    }
  })

  it('V4 no label is on the last state of a file: its version would carry the time at which the sample is loaded', () => {
    for (const { path, label } of current.values()) expect(label, path).toBeUndefined()
  })

  it('V5 one page is emptied and comes back', () => {
    const emptied = manifest.entries.findIndex((entry) =>
      bytesOf(entry).toString().includes('<main><div></div></main>')
    )
    expect(emptied).toBeGreaterThan(0)
    const path = manifest.entries[emptied]?.path
    const before = manifest.entries
      .slice(0, emptied)
      .filter((entry) => entry.path === path)
      .at(-1)
    expect(before).toBeDefined()
    expect(before?.label, 'a label of its own would take the place of Restore Point').toBeUndefined()
    expect(manifest.entries.slice(emptied + 1).some((entry) => entry.path === path)).toBe(true)
  })
})
