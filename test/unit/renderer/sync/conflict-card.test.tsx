import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useCallback, useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Choice } from '../../../../src/common/formats'
import { ConflictCard } from '../../../../src/renderer/src/features/sync/deciding/ConflictCard'
import { focusPlace } from '../../../../src/renderer/src/features/sync/deciding/keyboard'
import { titleOf, type Conflict } from '../../../../src/renderer/src/features/sync/deciding/place-words'
import { needsSource, shownValue } from '../../../../src/renderer/src/features/sync/deciding/shown-value'
import { brokenRules, renderInApp } from '../render'

// jsdom has no places to scroll to
beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => undefined
})
afterEach(cleanup)

const field = (id: string, more: Partial<Conflict> = {}): Conflict => ({
  id,
  kind: 'field',
  place: { at: id, names: ['opening', id.slice(1)] },
  base: 'at eight in the morning',
  local: 'at nine in the morning',
  remote: 'at eight',
  choices: ['local', 'remote', 'base'],
  choice: null,
  ...more
})

function Cards({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const choose = useCallback(
    (id: string, choice: Choice) => setChoices((before) => new Map(before).set(id, choice)),
    []
  )
  return (
    <div>
      {conflicts.map((conflict) => (
        <ConflictCard
          key={conflict.id}
          conflict={conflict}
          choice={choices.get(conflict.id) ?? null}
          server="Team server"
          asSource={false}
          onChoose={choose}
        />
      ))}
      <output>{[...choices].map(([id, choice]) => `${id}=${choice}`).join(' ')}</output>
    </div>
  )
}

describe('a conflict, place by place', () => {
  it('Y30 shows the three states with what came and went marked, and is chosen with the mouse', async () => {
    renderInApp(<Cards conflicts={[field('/from')]} />)
    const card = within(screen.getByRole('group', { name: 'Field opening › from' }))
    const mine = card.getByRole('radio', { name: /^Mine/ })
    expect(mine.closest('label')?.querySelector('ins')?.textContent).toContain('nine')
    const theirs = card.getByRole('radio', { name: /^The server’s/ })
    expect(theirs.closest('label')?.querySelector('del')?.textContent).toContain('in the morning')
    await userEvent.click(theirs)
    expect(screen.getByRole('status').textContent).toBe('/from=remote')
    expect(await brokenRules()).toEqual([])
  })

  it('Y30 is chosen with M, S and B, and walked through with F7', async () => {
    const { container } = renderInApp(<Cards conflicts={[field('/a'), field('/b'), field('/c')]} />)
    const list = container.querySelector('div')
    const go = (chosen: readonly (Choice | null)[], to: 1 | -1 = 1) => focusPlace(list, chosen, to)
    go([null, null, null])
    await userEvent.keyboard('s')
    go(['remote', null, null])
    await userEvent.keyboard('m')
    go(['remote', 'local', null])
    await userEvent.keyboard('b')
    expect(screen.getByRole('status').textContent).toBe('/a=remote /b=local /c=base')
    go(['remote', 'local', 'base'])
    expect(document.activeElement?.closest('[data-conflict]')?.getAttribute('data-conflict')).toBe('/a')
    go(['remote', null, 'base'], -1)
    expect(document.activeElement?.closest('[data-conflict]')?.getAttribute('data-conflict')).toBe('/b')
  })

  it('Y30 leaves keys alone that choose nothing here, and offers no side that cannot be had', async () => {
    renderInApp(<Cards conflicts={[field('/new', { base: undefined, choices: ['local', 'remote'] })]} />)
    screen.getByRole('radio', { name: /^Mine/ }).focus()
    await userEvent.keyboard('b{Control>}m{/Control}')
    expect(screen.getByRole('status').textContent).toBe('')
    expect(screen.queryByRole('radio', { name: /As it was before/ })).toBeNull()
  })

  it('Y30 draws only the place that changes anew, also among many', async () => {
    const { container } = renderInApp(
      <Cards conflicts={Array.from({ length: 40 }, (_, at) => field(`/${at}`))} />
    )
    const cards = [...container.querySelectorAll('[data-conflict]')]
    expect(cards).toHaveLength(40)
    const touched = new Set<string | null>()
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const card = target instanceof Element ? target.closest('[data-conflict]') : null
        if (card) touched.add(card.getAttribute('data-conflict'))
      }
    })
    observer.observe(container, { subtree: true, childList: true, attributes: true, characterData: true })
    const radio = cards[30]?.querySelector<HTMLInputElement>('input[value="remote"]')
    expect(radio).toBeTruthy()
    if (radio) await userEvent.click(radio)
    await vi.waitFor(() => expect(container.querySelector('output')?.textContent).toBe('/30=remote'))
    expect([...touched]).toEqual(['/30'])
    observer.disconnect()
  })

  it('Y30 calls places as people do', () => {
    const named = (kind: Conflict['kind'], names: readonly string[]) =>
      titleOf({ kind, place: { at: '', names: [...names] } })
    expect(named('cell', ['data', 'adult', 'price'])).toBe('Cell data › adult › price')
    expect(named('block', ['div', 'h2'])).toBe('Section › Heading 2')
    expect(named('block', ['hero', 'p'])).toBe('Block hero › Paragraph')
    expect(named('field', [])).toBe('Field')
    expect(named('file', [])).toBe('The whole file')
  })

  it('Y30 reads blocks of pages by their words, by their markup where the words are the same, and runs nothing of them', () => {
    const html = '<div><h2>The  pier</h2><p>Open <b>daily</b></p><script>window.ran = true</script></div>'
    const shown = shownValue('block', html, false)
    expect(shown.text.split('\n').slice(0, 2)).toEqual(['The pier', 'Open daily'])
    expect('ran' in window).toBe(false)
    const block = { base: '<p>a</p>', local: '<p><b>a</b></p>', remote: '<p><i>a</i></p>' }
    expect(needsSource(field('x', { kind: 'block', ...block }))).toBe(true)
    expect(needsSource(field('x', { kind: 'block', ...block, remote: '<p>b</p>' }))).toBe(false)
    expect(shownValue('field', undefined, false)).toMatchObject({ text: 'not there', isNote: true })
    expect(shownValue('field', { a: 1 }, false)).toMatchObject({ text: '{\n  "a": 1\n}', isCode: true })
  })
})
