import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { isComposing, isEnter, isEscape } from '../../../../src/renderer/src/components/keys'

afterEach(cleanup)

/** What a field's handler makes of a key press. */
function readPress(init: KeyboardEventInit) {
  const read: boolean[] = []
  render(
    <input
      onKeyDown={(event) => read.push(isEnter(event), isEscape(event), isComposing(event.nativeEvent))}
    />
  )
  fireEvent(screen.getByRole('textbox'), createEvent.keyDown(screen.getByRole('textbox'), init))
  return read
}

describe('keys that an input method takes for itself', () => {
  it('E16 Enter and Escape of a person are what they are', () => {
    expect(readPress({ key: 'Enter', keyCode: 13 })).toEqual([true, false, false])
    cleanup()
    expect(readPress({ key: 'Escape', keyCode: 27 })).toEqual([false, true, false])
  })

  it.each([
    ['while words are composed', { isComposing: true }],
    ['after them, as Safari tells it', { keyCode: 229 }]
  ])('E16 neither is one %s', (_when, more) => {
    expect(readPress({ key: 'Enter', ...more })).toEqual([false, false, true])
    cleanup()
    expect(readPress({ key: 'Escape', ...more })).toEqual([false, false, true])
  })
})
