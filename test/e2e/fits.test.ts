import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './support/browser'
import { without } from './support/capabilities'
import { misfits } from './support/fits'

let browser: Browser
let page: Page
const frame = (inner: string) =>
  `<body style="margin:0"><div style="position:relative;width:300px;height:200px;overflow:hidden">${inner}</div></body>`

const wrong: readonly (readonly [string, string, RegExp])[] = [
  [
    'a control pushed out of what shows it',
    '<button style="position:absolute;left:320px;width:80px;height:24px">Save</button>',
    /^out of reach: .*Save/
  ],
  [
    'a button that is half outside',
    '<button style="position:absolute;left:250px;width:120px;height:24px">Publish</button>',
    /^cut: .*Publish/
  ],
  [
    'a label without an ellipsis',
    '<div style="width:40px;overflow:hidden;white-space:nowrap">Which folders are synced</div>',
    /^cut text: .*Which folders/
  ],
  [
    'an ellipsis that nothing tells the rest of',
    '<div style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">Which folders are synced</div>',
    /^cut text that no title tells/
  ],
  [
    'a name in a list that has no room at all',
    '<li title="Which" style="width:4px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">Which folders</li>',
    /^cut to nothing/
  ],
  ['words in a column of letters', '<p style="width:1px">a b c d e f</p>', /^a column of letters/],
  [
    'a control under something else',
    '<button style="width:80px;height:24px">Undo</button><i style="position:absolute;inset:0;background:red"></i>',
    /^covered: .*Undo/
  ]
]

describe.skipIf(without.chromium)('the look at the sizes that every screen works at', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
    page = await browser.newPage()
  })
  afterAll(() => browser.close())

  it.each(wrong)('E19 finds %s', async (_, html, finding) => {
    await page.setContent(frame(html))
    expect(await misfits(page)).toEqual([expect.stringMatching(finding)])
  })

  it('E19 finds nothing where all can be read and reached, also by scrolling', async () => {
    await page.setContent(
      frame(`<div style="height:100px;overflow:auto"><div style="height:400px">Words</div><button>Save</button></div>
        <div title="Which folders" style="width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">Which folders</div>`)
    )
    expect(await misfits(page)).toEqual([])
  })
})
