import { isMedia, kindOfPath } from '../../common/importing/kinds'
import type { ImportItem, ItemCheck } from '../../common/importing/shapes'
import type { FileEntry } from '../store/types'
import { clashesAmong, placesIn, type Places } from './clashes'
import { WORKED_ON_FOR_EACH_FETCHED } from './fetch-line'
import { lackWords } from './lacks'
import { sideBySide } from '../../common/side-by-side'
import type { Look } from './source'
import type { Step } from './step'

/** The dry run (IM4): looks at every chosen item and at what is there already, and changes nothing. */
export async function checkStep(step: Step): Promise<void> {
  const { items, job, limits, signal } = step
  const known = new Set(items.map(({ address }) => bare(address)))
  const found = new Map<string, string>()
  const places = placesIn(step.store)
  const chosen = items.filter((item) => item.chosen)
  step.begin(chosen.length, 0)

  const one = async (item: ImportItem) => {
    await step.source.look(item, signal, async (look) => {
      if (look.kind === 'text')
        for (const address of look.media)
          if (!known.has(bare(address)) && !found.has(address)) found.set(address, item.address)
      step.set(await judged(step, item, look, places), true)
    })
  }
  // the source takes turns for what it fetches
  const atOnce = limits.atOnce * WORKED_ON_FOR_EACH_FETCHED
  await sideBySide(chosen, atOnce, one, signal)
  if (signal.aborted) return
  if (job.withMedia && found.size > 0) {
    const room = limits.items - items.length
    const added = [...found].slice(0, room).map(([address, shownBy], index): ImportItem => {
      const kind = kindOfPath(new URL(address).pathname)
      return {
        number: items.length + index,
        address,
        path: null,
        kind: isMedia(kind) ? kind : 'other',
        chosen: true,
        shownBy
      }
    })
    for (const item of added) step.set(item)
    step.begin(chosen.length + added.length, chosen.length)
    await sideBySide(added, atOnce, one, signal)
  }
  if (!signal.aborted) refuseTwice(step)
}

async function judged(
  { store, mayWrite, serviceFolder }: Step,
  item: ImportItem,
  look: Look,
  places: Places
): Promise<ImportItem> {
  const { check: _check, result: _result, findings: _findings, ...facts } = item
  if (look.kind === 'no') {
    const { why, detail, redirect } = look
    const check: ItemCheck = { verdict: 'no', why, detail, ...(redirect === undefined ? {} : { redirect }) }
    return { ...facts, kind: why === 'redirect' ? 'redirects' : item.kind, check }
  }
  const { path, itemKind: kind } = look
  const { size } = look
  const told = {
    ...facts,
    path,
    kind,
    ...(look.kind === 'text' && look.structured ? { structured: true } : {})
  }
  const sized = size === null ? {} : { size }
  if (!(await mayWrite(path))) {
    return {
      ...told,
      check: {
        verdict: 'no',
        why: 'not-allowed',
        detail: 'You may not write this file. Ask who looks after the organization.',
        ...sized
      }
    }
  }
  const place = await places(path)
  // what the list of its folder does not name needs no look of its own
  const there = place.taken ? await store.stat(path) : null
  if (there?.kind === 'folder')
    return {
      ...told,
      check: { verdict: 'no', why: 'name', detail: 'There is a folder of this name.', ...sized }
    }
  if (!there && place.clash !== null)
    return { ...told, check: { verdict: 'no', why: 'name', detail: place.clash, ...sized } }
  const lack =
    look.kind === 'text' ? await lackWords(look.lacks, { store, serviceFolder, path, there }) : null
  const lacks = lack === null ? {} : { lacks: lack }
  if (!there) return { ...told, check: { verdict: 'new', was: null, ...sized, ...lacks } }
  const same = await isSame(store, there, look)
  if (same) return { ...told, check: { verdict: 'same', was: there.hash, ...sized } }
  return { ...told, check: { verdict: 'changed', was: there.hash, ...sized, ...lacks } }
}

async function isSame(
  store: Step['store'],
  there: FileEntry,
  look: Exclude<Look, { kind: 'no' }>
): Promise<boolean> {
  if (look.kind === 'text') {
    const stored = await store.read(there.path)
    return stored !== null && (await look.equals(stored.bytes))
  }
  if (look.hash !== null) return look.hash === there.hash
  if (look.size !== null && look.size !== there.size) return false
  return look.hashNow !== null && (await look.hashNow().catch(() => '')) === there.hash
}

/** Two addresses cannot become one file, nor a file and a folder: the first in the list counts. */
function refuseTwice(step: Step): void {
  const open = step.items.filter(
    ({ chosen, path, check }) => chosen && path !== null && check !== undefined && check.verdict !== 'no'
  )
  for (const [item, detail] of clashesAmong(open))
    step.set({ ...item, check: { verdict: 'no', why: 'twice', detail } })
}

/** An address without what asks for another size of the same. */
const bare = (address: string) => address.replace(/[?#].*$/, '')
