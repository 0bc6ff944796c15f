import type { Page } from 'playwright-core'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { newToken } from '../../../src/common/api/shapes'
import { contentPath } from '../../../src/common/content/paths'
import { WindowLine, type Ask } from '../../contract/line'
import { writer } from '../documents'
import { inWindow } from '../in-window'
import { summaryOf } from '../measure'
import { RawWriter, Travels } from '../raw-writer'
import type { Row } from '../row'
import { authoredPage } from '../written-page'
import { typed } from './forms'
import { address, atRest, inTheMiddle, opened, SITE } from './page'

const WORDS = 10_000
const BLOCKS = 200
const OPENINGS = 8
const OTHERS = 5
/** Keys a second of each. */
const KEYS = 5
/** Milliseconds from a paint to the next key. */
const PAUSE = 30

/** What others who write in the same page cost the window. */
export const company: Row = {
  name: 'company',
  title: 'a page of 10,000 words in the window, with others in it',
  run: (place) =>
    inWindow(
      {
        place,
        pages: 'page',
        switches: ['--disable-frame-rate-limit'],
        async fill(store) {
          for (let number = 0; number <= 2 * OPENINGS; number += 1)
            await store.write(
              contentPath(`${SITE}/page-${number}.html`),
              new TextEncoder().encode(authoredPage(number, WORDS, BLOCKS)),
              { by: writer }
            )
        }
      },
      async (window) => {
        const ask = await asked(window)
        const join = async (name: string, number: number, part: number) => {
          const one = new RawWriter(name, new Travels())
          await one.join(await WindowLine.open(ask), contentPath(`${SITE}/page-${number}.html`), part)
          return one
        }
        // what is loaded once
        await window.evaluate(opened, address(0))
        const alone: number[] = []
        const inRoom: number[] = []
        for (let number = 1; number <= 2 * OPENINGS; number += 1) {
          const isInRoom = number % 2 === 0
          if (isInRoom) await join(`reader-${number}`, number, 0)
          await atRest(window)
          ;(isInRoom ? inRoom : alone).push(await window.evaluate(opened, address(number)))
        }
        await window.evaluate(opened, address(1))
        await atRest(window)
        await inTheMiddle(window, '.pe-page')
        const quiet = await typed(window, PAUSE)
        const others: RawWriter[] = []
        for (let at = 0; at < OTHERS; at += 1) others.push(await join(`person-${at}`, 1, at / OTHERS))
        await atRest(window)
        const before = await letters(window)
        let isOver = false
        const writing = Promise.all(
          others.map(async (one, at) => {
            await setTimeout((at * 1000) / KEYS / OTHERS)
            while (!isOver) {
              one.type()
              await setTimeout(1000 / KEYS)
            }
          })
        )
        const busy = await typed(window, PAUSE)
        isOver = true
        await writing
        if ((await letters(window)) - before < busy.paint.runs + OTHERS)
          throw new Error('What the others wrote is not in the window.')
        return [
          {
            what: 'opened while somebody is in it',
            galley: summaryOf(inRoom),
            baseline: { what: 'one that nobody is in', took: summaryOf(alone) },
            budget: { kind: 'ratio', atMost: 1.3 }
          },
          {
            what: `key to paint with ${OTHERS} others writing ${KEYS} keys a second each`,
            galley: busy.paint,
            baseline: { what: 'the same page alone', took: quiet.paint },
            budget: { kind: 'ratio', atMost: 1.25 }
          }
        ]
      }
    )
}

const letters = (window: Page) =>
  window.evaluate(() => document.querySelector('.pe-page')?.textContent.length ?? 0)

const reached = z.object({ origin: z.string(), made: z.unknown() })

/** Asks the service of the app from outside, as a script does. */
async function asked(shown: Page): Promise<Ask> {
  const { origin, made } = reached.parse(
    await shown.evaluate(async (email) => {
      await window.galley?.call('setTrusted', true)
      const state = await window.galley?.call('setLocalApi', true)
      const answer = await fetch('/app/tokens', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ kind: 'access', email, groups: [] })
      })
      return { origin: state?.origin, made: await answer.json() }
    }, writer.email)
  )
  const { token } = newToken.parse(made)
  return (path, init) => fetch(`${origin}${path}`, { ...init, headers: { Authorization: `Bearer ${token}` } })
}
