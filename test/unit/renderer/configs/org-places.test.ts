import { expect, it } from 'vitest'
import { placeOfRule, placeWithOrg } from '../../../../src/renderer/src/features/configs/org-places'

it.each([
  ['/site/docs/+**', '/acme/site/docs'],
  ['/site/docs/**', '/acme/site/docs'],
  [' /site / docs/ ', '/acme/site/docs'],
  ['/site/a.html', '/acme/site/a.html'],
  ['/+**', null],
  ['/', null],
  ['CONFIG', null],
  ['/site/*x/a', null],
  ['/site//a', null]
])('LK10 a row of permissions about %s', (text, place) => {
  expect(placeOfRule(text, 'acme')).toBe(place)
})

it.each([
  ['/acme/site/docs=https://editor.example/#/', '/acme/site/docs'],
  ['https://any.example/source/acme/site/a%20b.html?x#y', '/acme/site/a b.html'],
  ['http://127.0.0.1:4502/sites/live/acme/site/a', '/acme/site/a'],
  ['/other/site/docs', null],
  ['https://acme.example/site', null],
  ['https://[', null],
  ['acme/site', null]
])('LK10 an address in the config of an organization, %s', (text, place) => {
  expect(placeWithOrg(text, 'acme')).toBe(place)
})
