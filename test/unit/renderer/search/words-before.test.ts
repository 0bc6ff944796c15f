import { expect, it } from 'vitest'
import { beginBefore } from '../../../../src/renderer/src/features/search/words-before'

const shown = (text: string, word: string, room = 14) =>
  text.slice(beginBefore(text, text.indexOf(word), room))

it.each([
  ['The ferry waits', 'ferry', 'The ferry waits'],
  ['All of the people wait for the ferry', 'ferry', 'wait for the ferry'],
  ['Donaudampfschifffahrtsgesellschaft', 'gesell', 'ffahrtsgesellschaft'],
  ['港から島までのフェリーの夏の時刻表です', '時刻表', 'の夏の時刻表です'],
  ['ตารางเวลาเรือเฟอร์รี่ในฤดูร้อน', 'ฤดูร้อน', 'เฟอร์รี่ในฤดูร้อน'],
  ['جدول كل المواعيد في الصيف', 'الصيف', 'المواعيد في الصيف']
])('FI9 the words around begin so that what was found has room before it: %s', (text, word, expected) => {
  expect(shown(text, word)).toBe(expected)
})

it('FI9 the words around never begin in the middle of a sign', () => {
  const text = '👩‍👩‍👧‍👦'.repeat(30) + 'e\u0301'.repeat(20) + 'x'
  for (let room = 0; room < 60; room++) expect(shown(text, 'x', room)).toMatch(/^(👩‍👩‍👧‍👦|e\u0301|x)/u)
})
