import { withStore } from '../../support/workspace'
import { storeContract } from './contract'

storeContract('workspace folder', (work) => {
  const clock = { now: 1_800_000_000_000 }
  return withStore((store) => work(store, clock), { watch: false, now: () => clock.now })
})
