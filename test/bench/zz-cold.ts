import { performWork } from '../../src/renderer/src/engines/diff-views/work/jobs'
import { diffHtml } from '../../src/common/formats/page/diff/diff'
import { shownPage } from '../../src/renderer/src/engines/diff-views/views/shown-page'
import { longPage } from './rows/pages'
for (let n = 0; n < 8; n += 1) {
  const a = longPage(n, 'as it was'), b = longPage(n, 'as it is')
  const t = performance.now()
  const d = diffHtml(a, b, { deadline: Date.now() + 60000 } as never)
  const t2 = performance.now()
  const s = shownPage(d)
  const t3 = performance.now()
  const c = structuredClone(s)
  console.log(n, (t2 - t).toFixed(0), (t3 - t2).toFixed(0), 'clone', (performance.now() - t3).toFixed(0), s.items.length, s.page.pieces.length, JSON.stringify(s).length, c !== s)
}
void performWork
