import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { takeScreenshot, wantsScreenshots } from './screens'
import { settled, showTheme } from './settled'

/** The sizes that every screen works at: a usual window, the smallest that is promised, and the usual one enlarged to 200 percent. */
export const sizes = [
  { name: '1280x800', width: 1280, height: 800 },
  { name: '800x600', width: 800, height: 600 },
  { name: '200-percent', width: 640, height: 400 }
] as const

/**
 * Fails where something of this screen cannot be read or reached at one of the sizes, and says what. Takes pictures, of both themes, where they are wanted.
 *
 * @param show brings the screen into view where the window has no room for it beside the rest
 */
export async function expectFits(page: Page, screen: string, show?: () => Promise<unknown>): Promise<void> {
  const picture = screen.replaceAll(/[^a-zA-Z0-9]+/g, '-')
  const as = await sizing(page)
  try {
    for (const { name, width, height } of sizes) {
      await as.resize(width, height)
      if (width < 1000) await show?.()
      await settled(page)
      expect.soft(await misfits(page), `${screen} at ${name}`).toEqual([])
      if (wantsScreenshots) await takeBothPictures(page, `${picture}-${name}`)
    }
  } finally {
    await as.end()
  }
}

/** Takes a picture in each theme; the one that was shown is shown again. */
async function takeBothPictures(page: Page, name: string): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
  // a page of the service itself, which has one
  if (before === undefined) return takeScreenshot(page, name)
  for (const theme of before === 'dark' ? (['light', 'dark'] as const) : (['dark', 'light'] as const)) {
    await showTheme(page, theme)
    await settled(page)
    await takeScreenshot(page, `${name}-${theme}`)
  }
}

/** Changes the size that the page has, without the window; `end` gives it back. */
async function sizing(page: Page) {
  const before = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  const reached = (width: number, height: number) =>
    page.waitForFunction(([wide, high]) => innerWidth === wide && innerHeight === high, [
      width,
      height
    ] as const)
  if (page.viewportSize()) {
    const resize = async (width: number, height: number) => {
      await page.setViewportSize({ width, height })
      await reached(width, height)
    }
    return { resize, end: () => resize(before.width, before.height) }
  }
  // a window of the app, whose size Playwright does not hold
  const debug = await page.context().newCDPSession(page)
  return {
    resize: async (width: number, height: number) => {
      await debug.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 0,
        mobile: false
      })
      await reached(width, height)
    },
    end: async () => {
      await debug.send('Emulation.clearDeviceMetricsOverride')
      await reached(before.width, before.height)
      await debug.detach()
    }
  }
}

/**
 * What of the screen a person cannot read or reach at this size, in words: text that is cut off without an ellipsis, words in a column
 * a few letters wide, controls that lie outside of the window and of everything that scrolls, or under something else.
 */
export const misfits = (page: Page): Promise<string[]> => page.evaluate(lookForMisfits)

/** Runs in the page: it may use nothing from outside of itself. */
function lookForMisfits(): string[] {
  const found = new Set<string>()
  // Editors of text and grids draw and scroll themselves; what is only for screen readers is cut on purpose.
  const own = '.monaco-editor, .monaco-diff-editor, [role="grid"], .visually-hidden, [inert], iframe, canvas'
  const nameOf = (element: Element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent.trim().replaceAll(/\s+/g, ' ')
    return `<${element.tagName.toLowerCase()} ${element.className.toString().split(' ')[0] ?? ''}> “${words.slice(0, 50)}”`
  }
  const shown = (element: Element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    !element.closest(own) &&
    // words for screen readers alone
    !/inset|rect\(0/.test(getComputedStyle(element).clipPath + getComputedStyle(element).clip)
  type Box = { left: number; top: number; right: number; bottom: number }

  /** The part of a box that can be brought into view, and whether something that scrolls brings it. */
  const reach = (element: Element, box: Box) => {
    let { left, top, right, bottom } = box
    let by: Element | null = element
    let position = getComputedStyle(element).position
    while ((by = by.parentElement)) {
      const style = getComputedStyle(by)
      if (position === 'fixed') break
      if (position === 'absolute' && style.position === 'static') continue
      position = style.position
      const clip = by.getBoundingClientRect()
      const scrolls = (overflow: string, room: number) => /auto|scroll/.test(overflow) && room > 0
      if (style.overflowX !== 'visible') {
        if (scrolls(style.overflowX, by.scrollWidth - by.clientWidth) && right > left)
          [left, right] = [clip.left, clip.right]
        else [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)]
      }
      if (style.overflowY !== 'visible') {
        if (scrolls(style.overflowY, by.scrollHeight - by.clientHeight) && bottom > top)
          [top, bottom] = [clip.top, clip.bottom]
        else [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)]
      }
    }
    return {
      width: Math.min(right, innerWidth) - Math.max(left, 0),
      height: Math.min(bottom, innerHeight) - Math.max(top, 0)
    }
  }

  const controls =
    'button, a[href], input:not([type="hidden"]):not([type="file"]), select, textarea, summary, [role="tab"], [role="menuitem"], [role="treeitem"], [tabindex="0"]'
  for (const control of document.querySelectorAll(controls)) {
    if (!shown(control) || control.closest('[aria-hidden="true"]')) continue
    const box = control.getBoundingClientRect()
    // a field that is only for screen readers lies under its own drawing
    if (box.width < 3 || box.height < 3 || getComputedStyle(control).opacity === '0') continue
    const room = reach(control, box)
    if (room.width < Math.min(box.width, 24) * 0.6 || room.height < Math.min(box.height, 24) * 0.6) {
      found.add(`out of reach: ${nameOf(control)}`)
      continue
    }
    if (room.width < box.width * 0.6 && box.width < 300) {
      found.add(`cut: ${nameOf(control)}`)
      continue
    }
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue
    const over = document.elementFromPoint(x, y)
    if (!over || control.contains(over) || over.contains(control) || over.closest('label')) continue
    // What lies over the rest for a while goes again: dialogs, menus, drawers, messages.
    const passing =
      '[role="dialog"], [role="menu"], [role="listbox"], [data-over], [role="alert"], .mantine-Overlay-root, .mantine-Modal-inner, .mantine-Notifications-root'
    if (over.closest(passing) && !control.closest(passing)) continue
    // Behind an open dialog everything waits, also other things that lie over the rest.
    if (over.matches('.mantine-Modal-overlay') && !control.closest('.mantine-Modal-content')) continue
    // It has scrolled under something that stands still, and comes out of it again.
    const moved = scroller(control)
    if (moved && !moved.contains(over)) continue
    if (moved && /sticky/.test(getComputedStyle(over.closest('[class]') ?? over).position)) continue
    if (moved && stands(over, moved)) continue
    found.add(`covered: ${nameOf(control)} by ${nameOf(over)}`)
  }

  function scroller(element: Element): Element | null {
    for (let by = element.parentElement; by; by = by.parentElement) {
      const { overflowY, overflowX } = getComputedStyle(by)
      if (/auto|scroll/.test(overflowY) && by.scrollHeight > by.clientHeight) return by
      if (/auto|scroll/.test(overflowX) && by.scrollWidth > by.clientWidth) return by
    }
    return null
  }
  function stands(element: Element, within: Element): boolean {
    for (let by: Element | null = element; by && by !== within; by = by.parentElement)
      if (getComputedStyle(by).position === 'sticky') return true
    return false
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const text = walker.currentNode
    const element = text.parentElement
    const words = (text.textContent ?? '').trim()
    if (!element || words.length < 2 || !shown(element)) continue
    if (/^(SCRIPT|STYLE|OPTION|TITLE|TEXTAREA)$/.test(element.tagName)) continue
    range.selectNodeContents(text)
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5)
    if (lines.length === 0) continue
    const rows = new Set(lines.map(({ top }) => Math.round(top))).size
    if (rows >= 3 && words.length / rows <= 4) found.add(`a column of letters: ${nameOf(element)}`)
    const widest = Math.max(...lines.map(({ width }) => width))
    const told = element.closest('[title], [aria-label], [data-tip]') !== null
    for (let by: Element | null = element; by && by !== document.body; by = by.parentElement) {
      const style = getComputedStyle(by)
      if (/auto|scroll/.test(style.overflowX)) break
      if (by !== element && /absolute|fixed/.test(getComputedStyle(element).position)) break
      if (!/hidden|clip/.test(style.overflowX)) continue
      const clip = by.getBoundingClientRect()
      const cut = lines.some(({ left, right }) => right > clip.right + 2 || left < clip.left - 2)
      if (!cut) continue
      if (style.textOverflow !== 'ellipsis') found.add(`cut text: ${nameOf(element)} in ${nameOf(by)}`)
      else if (!told) found.add(`cut text that no title tells: ${nameOf(element)}`)
      else if (clip.width < 12 && clip.width < widest && element.closest('li'))
        found.add(`cut to nothing: ${nameOf(element)}`)
      break
    }
  }

  for (const dialog of document.querySelectorAll('.mantine-Modal-content')) {
    const box = dialog.getBoundingClientRect()
    if (
      box.width > 0 &&
      (box.top < -1 || box.bottom > innerHeight + 1 || box.left < -1 || box.right > innerWidth + 1)
    )
      found.add(`a dialog larger than the window: ${nameOf(dialog)}`)
  }
  const root = document.scrollingElement
  if (root && (root.scrollWidth > innerWidth + 1 || root.scrollHeight > innerHeight + 1))
    found.add('the window itself is larger than the window')
  return [...found]
}
