import { writeFileSync } from 'node:fs'
import { contentPath } from '../../../src/common/content/paths'
import { writer } from '../documents'
import { inWindow } from '../in-window'
import type { Row } from '../row'
import { address, bareEditor, compared, longPage, opened, settled } from './pages'
import { summaryOf } from '../measure'
import { most } from './forms'

export const profile: Row = {
  name: 'zz',
  title: 'profile',
  run: (place) =>
    inWindow(
      {
        place,
        async fill(store) {
          for (let n = 0; n < 12; n += 1) {
            const write = (text: string) => store.write(contentPath(`/bench/site/page-${n}.html`), new TextEncoder().encode(text), { by: writer })
            await write(longPage(n, 'as it was'))
            await write(longPage(n, 'as it is'))
          }
        }
      },
      async (page) => {
        const cdp = await page.context().newCDPSession(page)
        await page.evaluate(opened, address(0))
        await settled(page)
        const took: number[] = []
        const bare: number[] = []
        const trace = async (name: string, run: () => Promise<unknown>) => {
          await cdp.send('Profiler.enable')
          await cdp.send('Profiler.setSamplingInterval', { interval: 200 })
          await cdp.send('Profiler.start')
          await run()
          const { profile } = await cdp.send('Profiler.stop')
          writeFileSync(`/tmp/g/prof-${name}.cpuprofile`, JSON.stringify(profile))
        }
        const events = async (name: string, run: () => Promise<unknown>) => {
          const all: unknown[] = []
          const hear = ({ value }: { value: unknown[] }) => all.push(...value)
          cdp.on('Tracing.dataCollected', hear)
          await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline', 'blink.user_timing', 'v8', 'toplevel', 'disabled-by-default-devtools.timeline', 'disabled-by-default-v8.cpu_profiler'].slice(0, 5) } })
          await run()
          const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
          await cdp.send('Tracing.end')
          await done
          cdp.off('Tracing.dataCollected', hear)
          writeFileSync(`/tmp/g/trace-${name}.json`, JSON.stringify(all))
        }
        const mode = process.env['PROF'] ?? 'open'
        if (mode === 'open') {
          for (let n = 1; n < 6; n += 1) {
            bare.push(await page.evaluate(bareEditor, longPage(n, 'bare')))
            await settled(page)
            await page.evaluate(() => { const w = window as never as { log: string[]; real?: typeof fetch }; w.log = []; if (!w.real) { const real = w.real = window.fetch; window.fetch = async (...a) => { const t = performance.now(); const r = await real(...a); w.log.push(`${t.toFixed(0)}+${(performance.now() - t).toFixed(0)} ${String((a[0] as Request).url ?? a[0]).slice(-60)}`); return r }; const g = IDBObjectStore.prototype.getAll; IDBObjectStore.prototype.getAll = function (...a: never[]) { const t = performance.now(); const q = g.apply(this, a as never); q.addEventListener('success', () => w.log.push(`${t.toFixed(0)}+${(performance.now() - t).toFixed(0)} IDB`)); return q } } })
            const t0 = await page.evaluate(() => performance.now())
            took.push(await page.evaluate(opened, address(n)))
            console.error(await page.evaluate((t0) => (window as never as { log: string[] }).log.map((l) => `${(parseFloat(l) - t0).toFixed(0)} ${l}`).join('\n'), t0))
            await settled(page)
          }
          for (const n of [6, 7, 8]) { await trace('open'+n, async () => { await page.evaluate(opened, address(n)) }); await settled(page) }
          await events('open', () => page.evaluate(opened, address(9)))
        }
        if (mode === 'back') {
          for (let n = 1; n < 8; n += 1) { await page.evaluate(opened, address(n)); await settled(page) }
          for (let n = 0; n < 3; n += 1) { took.push(await page.evaluate(opened, address(n))); await settled(page) }
          for (const n of [3, 4, 5]) { await trace('back'+n, async () => { await page.evaluate(opened, address(n)) }); await settled(page) }
          await events('back', () => page.evaluate(opened, address(6)))
        }
        if (mode === 'compare') {
          for (let n = 0; n < 5; n += 1) { await page.evaluate(opened, address(n)); await settled(page); took.push(await page.evaluate(compared)); await settled(page) }
          await trace('compare', async () => { for (const n of [5, 6]) { await page.evaluate(opened, address(n)); await settled(page); await page.evaluate(compared); await settled(page) } })
          await page.evaluate(opened, address(8)); await settled(page)
          await events('compare', () => page.evaluate(compared))
        }
        console.error(took.map((t) => t.toFixed(0)).join(' '), '| bare', bare.map((t) => t.toFixed(0)).join(' '))
        return [{ what: 'x', galley: summaryOf(took), budget: most(1) }]
      }
    )
}
