import { writeSync } from 'node:fs'
import { openStore } from '../../src/main/store'
import { happens, openPastSearched, openSearched } from '../support/searched'
import { randomOf } from '../unit/links/random-site'

/**
 * Changes content while its index follows, until it is killed. Says a line when it is open, and after each time that everything was taken
 * in. Arguments: workspace, file of the index, a seed, and `past` for the index of what was.
 */
const [, , location = '', file = '', seed = '1', which = 'now'] = process.argv

async function main(): Promise<void> {
  const random = randomOf(Number(seed))
  const store = await openStore({ folder: location, watch: false })
  const searched = await (which === 'past' ? openPastSearched : openSearched)(store, file)
  writeSync(1, 'open\n')
  for (;;) {
    for (let count = random.below(8); count >= 0; count--) await happens(store, random)
    if (random.chance(0.5)) await searched.following.settled()
    writeSync(1, 'done\n')
  }
}

void main()
