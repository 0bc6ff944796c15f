import { describe, expect, it } from 'vitest'
import { openLimiter, teamRates, usualRates, type Counted } from '../../../src/main/server/rates'

const writing = (changes: Partial<Counted> = {}): Counted => ({
  kind: 'writes',
  address: '198.51.100.1',
  credentials: [],
  signsIn: false,
  ...changes
})

function limiterAt(rates = usualRates, nodes: () => number = () => 1) {
  let now = 0
  const limiter = openLimiter(rates, () => now, nodes)
  return { limiter, pass: (ms: number) => (now += ms) }
}

/** How many of so many at once go on. */
const passing = (ask: () => number | null, times: number): number =>
  Array.from({ length: times }, ask).filter((wait) => wait === null).length

describe('limits', () => {
  it('A11 a token writes 200 times a second and reads 2,000 times, each for itself', () => {
    const { limiter, pass } = limiterAt()
    for (const token of ['one', 'two']) {
      const mine = writing({ credentials: [token] })
      limiter.known(mine)
      expect(passing(() => limiter.ask(mine), 500)).toBe(200)
      expect(passing(() => limiter.ask({ ...mine, kind: 'reads' }), 3000)).toBe(2000)
      expect(passing(() => limiter.ask({ ...mine, kind: 'streams' }), 50)).toBe(20)
      expect(limiter.ask(mine)).toBe(1)
    }
    pass(500)
    expect(passing(() => limiter.ask(writing({ credentials: ['one'] })), 500)).toBe(100)
  })

  it('A11 strangers count by their address, however many tokens they try', () => {
    const { limiter } = limiterAt({ ...usualRates, signIns: 1_000_000 })
    let number = 0
    const ask = () => limiter.ask(writing({ credentials: [`guess ${(number += 1)}`] }))
    expect(passing(ask, 500)).toBe(200)
    expect(limiter.ask(writing({ address: '198.51.100.2' }))).toBeNull()
  })

  it('A11 a network of IPv6 is one address', () => {
    const { limiter } = limiterAt()
    let number = 0
    const ask = () =>
      limiter.ask(writing({ address: `2001:db8:1:2::${((number += 1) % 5000).toString(16)}` }))
    expect(passing(ask, 500)).toBe(200)
    expect(limiter.ask(writing({ address: '2001:db8:1:3::1' }))).toBeNull()
    expect(limiter.ask(writing({ address: '::1' }))).toBeNull()
  })

  it('A11 after 20 failed sign-ins a minute an address waits, and who is known there goes on', () => {
    const { limiter, pass } = limiterAt()
    const colleague = writing({ credentials: ['good'] })
    limiter.known(colleague)
    const guess = writing({ credentials: ['bad'] })
    for (let n = 0; n < 20; n += 1) {
      expect(limiter.ask(guess)).toBeNull()
      limiter.failed(guess)
    }
    expect(limiter.ask(guess)).toBe(3)
    expect(limiter.ask(writing({ signsIn: true }))).toBe(3)
    expect(limiter.ask(colleague)).toBeNull()
    expect(limiter.ask(writing({ credentials: ['bad'], address: '198.51.100.2' }))).toBeNull()
    pass(3000)
    expect(limiter.ask(guess)).toBeNull()
  })

  it('A11 a token that is good no more is a stranger’s', () => {
    const { limiter } = limiterAt()
    const mine = writing({ credentials: ['revoked'] })
    limiter.known(mine)
    for (let n = 0; n < 20; n += 1) limiter.failed(mine)
    expect(limiter.ask(mine)).toBe(3)
  })

  it('A11 TM14 of a team’s workspace a token writes 200 times at once, and 50 times a second after that', () => {
    const { limiter, pass } = limiterAt(teamRates)
    const mine = writing({ credentials: ['one'] })
    limiter.known(mine)
    expect(passing(() => limiter.ask(mine), 500)).toBe(200)
    expect(passing(() => limiter.ask({ ...mine, kind: 'reads' }), 5000)).toBe(2000)
    pass(1000)
    expect(passing(() => limiter.ask(mine), 500)).toBe(50)
    pass(60_000)
    expect(passing(() => limiter.ask(mine), 500)).toBe(200)
  })

  it('TM14 a node gives its part of what may be asked, by how many there are just now', () => {
    let nodes = 4
    const { limiter, pass } = limiterAt(teamRates, () => nodes)
    const mine = writing({ credentials: ['one'] })
    limiter.known(mine)
    expect(passing(() => limiter.ask(mine), 500)).toBe(50)
    nodes = 2
    pass(60_000)
    expect(passing(() => limiter.ask(mine), 500)).toBe(100)
    const guess = writing({ credentials: ['bad'] })
    for (let n = 0; n < 10; n += 1) limiter.failed(guess)
    expect(limiter.ask(guess)).toBe(6)
  })

  it('TM14 the workspace has a limit of its own, of which who is refused takes nothing', () => {
    const { limiter, pass } = limiterAt(teamRates)
    const tokens = Array.from({ length: 40 }, (_, n) => writing({ credentials: [`token ${n}`] }))
    for (const one of tokens) limiter.known(one)
    const [noisy, quiet] = [writing({ credentials: ['noisy'] }), writing({ credentials: ['quiet'] })]
    for (const one of [noisy, quiet]) limiter.known(one)
    // asked without end by one, nothing is lost for the others
    expect(passing(() => limiter.ask(noisy), 10_000)).toBe(200)
    expect(passing(() => limiter.ask(quiet), 200)).toBe(200)
    const all = tokens.map((one) => passing(() => limiter.ask(one), 200))
    expect(all.reduce((sum, count) => sum + count, 0)).toBe(1200)
    pass(1000)
    expect(passing(() => limiter.ask(writing({ address: '198.51.100.7' })), 1000)).toBe(200)
  })

  it('A11 every token of a request counts', () => {
    const { limiter } = limiterAt()
    const [one, both] = [writing({ credentials: ['one'] }), writing({ credentials: ['one', 'two'] })]
    limiter.known(both)
    expect(passing(() => limiter.ask(one), 500)).toBe(200)
    expect(limiter.ask(both)).toBe(1)
  })
})
