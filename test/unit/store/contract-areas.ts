import { readQuestion } from '../../../src/common/search/question'
import { nameOf } from '../../../src/common/content/paths'
import { looseKeysFor } from '../../../src/common/links/loose-keys'
import { linksOfFile } from '../../../src/common/links/facts'
import { textsOfFile } from '../../../src/common/search/texts'
import { describe, expect, test } from 'vitest'
import type { PublishedState } from '../../../src/main/store/types'
import { ada, bob, bytes, p, text } from '../../support/workspace'
import { html, page, reasonOf, type Run } from './contract-kit'

const site = p('/org/site')

async function collected(stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of stream as AsyncIterable<Uint8Array>) parts.push(part)
  return text(Buffer.concat(parts))
}

async function* pieces(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const one of texts) yield await Promise.resolve(bytes(one))
}

/** What every Store keeps beside files and versions: histories, what is published, what a sync remembers, records, leases. */
export function areasContract(name: string, run: Run): void {
  describe(`${name}: histories and clients’ trash`, () => {
    test('M1 a history tells where a file was, what it was, and what of it can be had again', () =>
      run(async (store, clock) => {
        const { entry } = await store.write(page, html('1'), { by: ada })
        clock.now += 10_000
        await store.write(page, html('2'), { by: bob })
        await store.move(page, p('/org/site/b.html'), { by: bob })
        clock.now += 10_000
        await store.remove(p('/org/site/b.html'), { by: ada })
        const [one, ...others] = await store.histories(site, 0)
        expect(others).toEqual([])
        expect(one).toMatchObject({ id: entry.id, current: null, created: { path: page, by: ada } })
        expect(one?.places.map(({ path }) => path)).toEqual(['/org/site/b.html'])
        expect(one?.written.map(({ by }) => by)).toEqual([ada, bob])
        expect(one?.kept.map(({ kind, label }) => [kind, label])).toEqual([
          ['version', undefined],
          ['version', 'Restore Point']
        ])
        expect(one?.trashed).toMatchObject({ path: '/org/site/b.html', by: ada, at: clock.now })
        expect(await store.histories(p('/org/other'), 0)).toEqual([])
      }))

    test('S4 what a client moved into the dot folder .trash is told as deleted, from where it was', () =>
      run(async (store) => {
        await store.write(page, html('1'), { by: ada })
        await store.move(page, p('/org/site/.trash/page.html'), { by: bob })
        const [one, ...others] = await store.clientTrash(site)
        expect(others).toEqual([])
        expect(one).toMatchObject({
          path: '/org/site/.trash/page.html',
          item: { path: page, kind: 'file', files: 1, deletedBy: bob, cause: 'deleted' }
        })
      }))

    test('W11 all that is stored is read back, in bits of work that somebody can end', () =>
      run(async (store) => {
        for (const words of ['1', '2']) await store.write(page, html(words), { by: ada })
        let bits = 0
        const { findings, files } = await store.examine(() => Promise.resolve(void bits++))
        expect([findings, files, bits > 0]).toEqual([[], 1, true])
        const ended = new Error('enough')
        await expect(store.examine(() => Promise.reject(ended))).rejects.toThrow()
      }))

    test('TM18 words and links that the store keeps are those of files that are there, once they are read', () =>
      run(async (store) => {
        const words = store.words?.(1)
        if (!words) return expect(store.words).toBeNull()
        await store.write(page, html('<a href="/quokka">quokka</a>'), { by: ada })
        await words.begin()
        expect([await words.unread(), await words.files()]).toEqual([1, 1])
        const [of, ...others] = await words.take(10, true)
        if (!of) throw new Error('nothing is unread')
        expect(others).toEqual([])
        expect(of).toMatchObject({ path: page, isConfig: false })
        const bytes = await words.content(of)
        const last = await words.lastUnread()
        expect([await words.unread(last), await words.unread(last - 1)]).toEqual([1, 0])
        await words.keep(
          [{ of, texts: textsOfFile({ ...of, bytes }), links: linksOfFile({ ...of, bytes }) }],
          true
        )
        expect([await words.unread(), await words.lastUnread(), await words.unnamed(10)]).toEqual([0, 0, []])
        const asked = { scope: '/', sort: 'best', weighs: true, most: 10, within: false } as const
        const find = () => words.find({ ...asked, question: readQuestion('quokka', 0) })
        const [[id, path] = [0, ''], ...more] = await find()
        expect([path, more]).toEqual([page, []])
        expect(await words.details([id, id + 1])).toMatchObject([{ path: page, hash: of.hash, kind: 'page' }])
        expect(await words.near({ word: 'quokkas', most: 5 })).toEqual(['quokka'])
        const facts = linksOfFile({ ...of, bytes })
        expect(facts).toMatchObject({ complete: true })
        expect(await words.links([page, p('/org/site/none.html')])).toEqual([
          { path: page, hash: of.hash, facts }
        ])
        const other = p(`/org/site/${nameOf(page).toUpperCase()}`)
        const kept = { path: page, hash: of.hash, facts }
        expect(await words.at([other, p('/org/site/none.html')])).toEqual([kept])
        expect(await words.keyLinks()).toBe(false)
        const keys = looseKeysFor(['/org/site/quokka'])
        expect([await words.linking(keys, '', 5), await words.linking(keys, page, 5)]).toEqual([[kept], []])
        expect(await words.linking(looseKeysFor(['/org/site/other']), '', 5)).toEqual([])
        expect([await words.below(site, null, 5), await words.below(site, page, 5)]).toEqual([[page], []])
        expect(await words.called(site, [nameOf(page), 'none.html'])).toEqual([page])
        expect(await words.called(p('/org/other'), [nameOf(page)])).toEqual([])
        await store.remove(page, { by: ada })
        expect([await find(), await words.links([page]), await words.linking(keys, '', 5)]).toEqual([
          [],
          [],
          []
        ])
        expect([await words.at([page]), await words.below(site, null, 5)]).toEqual([[], []])
        // of what was never read the name is kept
        await store.write(p('/org/site/wombat.html'), html('kiwi'), { by: ada })
        const unnamed = await words.unnamed(10)
        await words.keepNames(
          unnamed.map((one) => ({ of: one, texts: textsOfFile({ ...one, bytes: null }), links: null }))
        )
        expect(await words.find({ ...asked, question: readQuestion('wombat', 0) })).toHaveLength(1)
        expect(await words.unread()).toBe(1)
      }))

    test('W12 the room of the disk is a number, or cannot be told', () =>
      run(async (store) => {
        const room = await store.room()
        expect(room === null || room.free <= room.total).toBe(true)
        expect(store.id).toMatch(/^[0-9a-f-]{36}$/)
      }))
  })

  describe(`${name}: published`, () => {
    const stateOf = (
      entry: { path: typeof page; hash: string; size: number },
      at: number
    ): PublishedState => ({
      environment: 'live',
      path: entry.path,
      hash: entry.hash,
      size: entry.size,
      at,
      by: ada,
      sourceAt: at,
      kind: 'page'
    })

    test('U1 what is published stays as it is, whatever becomes of its source', () =>
      run(async (store, clock) => {
        const { published } = store
        await store.write(page, html('1'), { by: ada })
        const kept = await published.keep(page)
        if (!kept) throw new Error('it is there')
        expect(await published.keep(p('/org/site/no.html'))).toBeNull()
        const state = stateOf(kept, clock.now)
        await published.put([state])
        await store.write(page, html('2'), { by: bob })
        await store.remove(page, { by: bob })
        expect(await published.get('live', page)).toEqual(state)
        expect(await published.get('preview', page)).toBeNull()
        expect(await published.list('live', site)).toEqual([state])
        expect(text(await published.read(state.hash, page))).toBe(text(html('1')))
        expect(await collected(await published.openRead(state, { start: 0, end: 5 }))).toBe('<body>')
        expect(await reasonOf(published.read('0'.repeat(64), page))).toBe('damaged')
        expect(await published.remove('live', page)).toBe(true)
        expect(await published.remove('live', page)).toBe(false)
        expect(await published.list('live', site)).toEqual([])
        expect(await reasonOf(published.list('live', p('/org')))).toBe('bad-path')
      }))

    test('U1 what is published goes along when its source is moved, and leaves where to', () =>
      run(async (store, clock) => {
        const { published } = store
        await store.write(p('/org/site/f/a.html'), html('1'), { by: ada })
        const kept = await published.keep(p('/org/site/f/a.html'))
        if (!kept) throw new Error('it is there')
        clock.now = Math.min(clock.now, Date.now())
        await published.put([stateOf(kept, clock.now)])
        await store.move(p('/org/site/f'), p('/org/site/g'), { by: ada })
        expect(await published.get('live', kept.path)).toBeNull()
        expect(await published.any('live', p('/org/site/f'))).toBe(false)
        expect(await published.any('live', p('/org/site/g'))).toBe(true)
        expect(await published.any('preview', p('/org/site/g'))).toBe(false)
        expect(await published.get('live', p('/org/site/g/a.html'))).toMatchObject({ hash: kept.hash })
        expect(await published.movedTo('live', kept.path)).toBe('/org/site/g/a.html')
        expect(await published.leftFor('live', p('/org/site/f'), p('/org/site/g'))).toMatchObject([
          { path: kept.path, movedTo: '/org/site/g/a.html' }
        ])
      }))
  })

  describe(`${name}: what a sync remembers`, () => {
    test('Y1 the last value of a key counts, null forgets it, and a pair is forgotten as a whole', () =>
      run(async (store) => {
        const log = await store.sync.log('p-1')
        await log.put('a', { n: 1 })
        await log.put('b', { n: 2 }, ['0'.repeat(64)])
        await log.put('a', { n: 3 })
        await log.put('b', null)
        expect(await (await store.sync.log('p-1')).entries()).toEqual([['a', { n: 3 }]])
        expect(await (await store.sync.log('p-2')).entries()).toEqual([])
        await store.sync.forget('p-1')
        expect(await (await store.sync.log('p-1')).entries()).toEqual([])
        expect(await reasonOf(store.sync.log('../lock'))).toBe('internal')
      }))

    test('Y1 contents that were kept can be had whole and in pieces; what was put aside until it is dropped', () =>
      run(async (store) => {
        const { sync } = store
        const hash = await sync.keep(bytes('hello'))
        expect(await sync.keepStream(pieces('hel', 'lo'))).toBe(hash)
        expect(text((await sync.content(hash)) ?? undefined)).toBe('hello')
        const kept = await sync.openContent(hash)
        expect(kept?.size).toBe(5)
        expect(await collected(kept?.stream({ start: 1, end: 3 }) ?? pieces())).toBe('ell')
        expect(await sync.content('0'.repeat(64))).toBeNull()
        expect(await sync.openContent('x')).toBeNull()
        const aside = await sync.spool(pieces('hel', 'lo'))
        expect([aside.hash, aside.size]).toEqual([hash, 5])
        expect(await collected(aside.stream())).toBe('hello')
        await aside.drop()
      }))
  })

  describe(`${name}: records and leases`, () => {
    const parse = (value: unknown) => {
      const n: unknown = Reflect.get(Object(value), 'n')
      if (typeof n !== 'number') throw new Error('no record')
      return { n }
    }

    test('W2 a record is what was put last, and changes by what is there', () =>
      run(async (store) => {
        const jobs = store.records('jobs', parse)
        const before = await jobs.stamp()
        await jobs.put('b', { n: 1 })
        expect(await jobs.stamp()).not.toBe(before)
        expect(await jobs.change('b', (value) => value && { n: value.n + 1 })).toEqual({ n: 2 })
        expect(await jobs.change('a', (value) => value ?? { n: 7 })).toEqual({ n: 7 })
        expect(await jobs.change('c', (value) => value)).toBeNull()
        const all = Array.from({ length: 20 }, () => jobs.change('a', (value) => value && { n: value.n + 1 }))
        await Promise.all(all)
        expect(await store.records('jobs', parse).list()).toEqual({
          records: [
            { key: 'a', value: { n: 27 } },
            { key: 'b', value: { n: 2 } }
          ],
          damaged: []
        })
        expect(await jobs.remove('b')).toBe(true)
        expect(await jobs.remove('b')).toBe(false)
        expect(await jobs.get('b')).toBeNull()
        await store.records('jobs', (value) => value as { n: number }).put('bad', {} as { n: number })
        expect((await jobs.list()).damaged).toEqual(['bad'])
        expect(await jobs.get('bad')).toBeNull()
        expect(await reasonOf(jobs.put('../x', { n: 1 }))).toBe('internal')
        expect(() => store.records('trash', parse)).toThrow()
      }))

    test('W7 a lease is one’s alone, until it is given back, and its holder can be asked to stop', () =>
      run(async (store) => {
        const { leases } = store
        const lease = await leases.take('job-1', { run: 'another run', fence: 4 })
        expect(lease?.fence).toBe(5)
        expect(lease?.run).not.toBe('another run')
        expect(await leases.take('job-1')).toBeNull()
        expect(await leases.isHeld('job-1')).toBe(true)
        expect(await leases.isHeld('job-2')).toBe(false)
        expect(await leases.stop('job-2')).toBe(false)
        expect(lease?.signal.aborted).toBe(false)
        expect(await leases.stop('job-1')).toBe(true)
        expect(lease?.signal.aborted).toBe(true)
        lease?.release()
        expect(await leases.isHeld('job-1')).toBe(false)
        const next = await leases.take('job-1', lease ?? undefined)
        expect(next).toMatchObject({ run: lease?.run, fence: 6 })
        next?.stop()
        expect(next?.signal.aborted).toBe(true)
        lease?.release()
        expect(await leases.isHeld('job-1')).toBe(true)
      }))
  })
}
