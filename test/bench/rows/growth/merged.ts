import { mergeTexts } from '../../../../src/common/formats/merge'
import { parseHtml } from '../../../../src/common/html'
import { interleaved } from '../../measure'
import type { Finding } from '../../row'
import { cpuOf, grown } from './grown'

/** A page that two people changed, of more and more parts. */
export const merged = async (): Promise<Finding[]> => [
  ...(await grown({
    sizes: [65, 260, 1_040],
    kinds: { merge: 'three states of a page merged, parts' },
    cost: async (size) => ({ merge: await cpuOf(() => Promise.resolve(mergeTexts('html', statesOf(size)))) })
  })),
  await besideParses()
]

const statesOf = (parts: number) => ({
  base: page(parts, () => ''),
  local: page(parts, (at) => (at === 3 ? 'Here.' : '')),
  remote: page(parts, (at) => (at === parts - 9 ? 'There.' : ''))
})

const page = (parts: number, changed: (at: number) => string) =>
  `<body><header></header><main>${Array.from(
    { length: parts },
    (_, at) =>
      `<div><h2>Part ${at}</h2><p>${'The boat leaves at ten past six, and the bread is carried up. '.repeat(14)}${changed(at)}</p></div>`
  ).join('')}</main><footer></footer></body>`

async function besideParses(): Promise<Finding> {
  const texts = statesOf(260)
  const { galley, baseline } = await interleaved(9, {
    galley: () => Promise.resolve(mergeTexts('html', texts)),
    baseline: () => Promise.resolve(Object.values(texts).map((text) => parseHtml(text, { locations: true })))
  })
  return {
    what: `three states of a page of ${Math.round(texts.base.length / 1024)} KB merged`,
    galley,
    baseline: { what: 'the three of them parsed, with places', took: baseline },
    budget: { kind: 'ratio', atMost: 4 }
  }
}
