import { describe, expect, it } from 'vitest'
import { planSync, syncKey, type Operation, type PlanInput, type Trees } from '../../../src/common/sync'
import { forSeeds, type Random } from '../formats/merge/random'

const empty: Trees = { local: [], base: [], remote: [], localUnknown: [], remoteUnknown: [] }
const input = (trees: Partial<Trees>, more: Partial<PlanInput> = {}): PlanInput => ({
  trees: { ...empty, ...trees },
  gone: new Set(),
  conflicts: new Map(),
  busy: new Set(),
  firstSync: 'ask',
  lowerCase: false,
  approved: new Set(),
  ...more
})
const localFile = (path: string, hash: string, id = `id ${path}`) => ({ path, hash, id })
const baseFile = (path: string, hash: string, id = `id ${path}`, remotePath = path) => ({
  path,
  remotePath,
  hash,
  id
})
const remoteFile = (path: string, hash: string | null) => ({ path, hash })
const short = (step: Operation | undefined): string => {
  if (!step) return '–'
  return 'why' in step ? `${step.kind} ${step.why}` : step.kind
}

describe('one path, every state', () => {
  const states = [null, 'a', 'b', 'c'] as const
  const path = '/x.html'

  /** The table of the design, written once more in another form. */
  const expected = (local: string | null, base: string | null, remote: string | null): string => {
    if (base === null) {
      if (local === null) return remote === null ? '–' : 'pull new'
      return remote === null ? 'push new' : local === remote ? 'adopt' : 'merge'
    }
    const mine = local === null ? 'gone' : local === base ? 'same' : 'changed'
    const theirs = remote === null ? 'gone' : remote === base ? 'same' : 'changed'
    const table: Record<string, string> = {
      'same same': '–',
      'same changed': 'pull changed',
      'same gone': 'remove-local',
      'changed same': 'push changed',
      'changed changed': local === remote ? 'adopt' : 'merge',
      'changed gone': 'push deleted-there',
      'gone same': 'remove-remote',
      'gone changed': 'pull deleted-here',
      'gone gone': 'forget'
    }
    return table[`${mine} ${theirs}`] ?? '?'
  }
  const all = states.flatMap((local) =>
    states.flatMap((base) => states.map((remote) => ({ local, base, remote })))
  )
  const treesOf = ({ local, base, remote }: (typeof all)[number]): Partial<Trees> => ({
    local: local ? [localFile(path, local)] : [],
    base: base ? [baseFile(path, base)] : [],
    remote: remote ? [remoteFile(path, remote)] : []
  })

  it.each(all)('Y1 local $local, base $base, remote $remote', (state) => {
    const plan = planSync(input(treesOf(state), { gone: new Set([path]) }))
    expect(short(plan.operations[0])).toBe(expected(state.local, state.base, state.remote))
    expect(plan.operations.length).toBeLessThan(2)
  })

  it('Y2 nothing follows from a remote file that is missing until that is confirmed', () => {
    for (const state of all.filter(({ base, remote }) => base !== null && remote === null)) {
      expect(planSync(input(treesOf(state))).operations.map(short)).toEqual(['confirm'])
    }
  })

  it('Y3 nothing is planned for what could not be read, on either side', () => {
    for (const state of all) {
      for (const folder of ['', '/x.html']) {
        const gone = { gone: new Set([path]) }
        expect(planSync(input({ ...treesOf(state), remoteUnknown: [folder] }, gone)).operations).toEqual([])
        expect(planSync(input({ ...treesOf(state), localUnknown: [folder] }, gone)).operations).toEqual([])
      }
    }
  })

  it('Y4 a remote file that may have changed is read first', () => {
    for (const state of all) {
      const trees = { ...treesOf(state), remote: [remoteFile(path, null)] }
      expect(planSync(input(trees)).operations.map(short)).toEqual(['look'])
    }
  })

  it('Y10 what is being edited waits', () => {
    for (const state of all) {
      const plan = planSync(input(treesOf(state), { busy: new Set([path]), gone: new Set([path]) }))
      expect(plan.operations).toEqual([])
    }
  })

  it('Y6 a conflict that is known is not merged again until one of its states changes', () => {
    const trees = treesOf({ local: 'a', base: 'b', remote: 'c' })
    const known = (base: string | null, local: string, remote: string) =>
      planSync(input(trees, { conflicts: new Map([[path, { base, local, remote }]]) }))
    expect(known('b', 'a', 'c')).toMatchObject({ operations: [], conflicts: [path] })
    expect(known('b', 'x', 'c').operations.map(short)).toEqual(['merge'])
    expect(known('b', 'a', 'x').operations.map(short)).toEqual(['merge'])
    expect(known(null, 'a', 'c').operations.map(short)).toEqual(['merge'])
  })

  it('Y5 at the first sync somebody may have said which side counts', () => {
    const trees = treesOf({ local: 'a', base: null, remote: 'c' })
    expect(planSync(input(trees, { firstSync: 'remote' })).operations).toMatchObject([
      { kind: 'pull', local: 'a' }
    ])
    expect(planSync(input(trees, { firstSync: 'local' })).operations).toMatchObject([
      { kind: 'push', remote: 'c' }
    ])
  })
})

describe('pairs of paths', () => {
  it('Y7 a rename is one operation: by id also when it changed, by its bytes when there is only one such pair', () => {
    const renamed = (id: string, hash: string) =>
      planSync(
        input({
          local: [localFile('/new.html', hash, id)],
          base: [baseFile('/old.html', 'a', 'file 1')],
          remote: [remoteFile('/old.html', 'a')]
        })
      ).operations.map(short)
    expect(renamed('file 1', 'a')).toEqual(['rename-remote'])
    expect(renamed('file 1', 'b')).toEqual(['rename-remote'])
    expect(renamed('file 2', 'a')).toEqual(['rename-remote'])
    expect(renamed('file 2', 'b')).toEqual(['push new', 'remove-remote'])
    const twice = planSync(
      input({
        local: [localFile('/1.html', 'a', 'n1'), localFile('/2.html', 'a', 'n2')],
        base: [baseFile('/old.html', 'a', 'file 1')],
        remote: [remoteFile('/old.html', 'a')]
      })
    )
    expect(twice.operations.map(short)).toEqual(['push new', 'push new', 'remove-remote'])
  })

  it('Y7 a rename on the server is one operation once the old place is gone for certain: by its id, by its bytes, by its name', () => {
    const there = (
      {
        id,
        remoteId,
        hash = 'a',
        local = 'a'
      }: { id?: string; remoteId?: string; hash?: string; local?: string },
      gone: readonly string[] = ['/old.html']
    ) =>
      planSync(
        input(
          {
            local: [localFile('/old.html', local)],
            base: [{ ...baseFile('/old.html', 'a'), ...(remoteId !== undefined && { remoteId }) }],
            remote: [{ ...remoteFile('/new.html', hash), ...(id !== undefined && { id }) }]
          },
          { gone: new Set(gone) }
        )
      ).operations
    expect(there({})).toEqual([
      {
        kind: 'rename-local',
        key: '/new.html',
        path: '/new.html',
        remotePath: '/new.html',
        hash: 'a',
        from: { key: '/old.html', path: '/old.html', base: 'a' }
      }
    ])
    expect(there({}, []).map(short)).toEqual(['confirm'])
    expect(there({ local: 'b' }).map(short)).toEqual(['rename-local'])
    expect(there({ hash: 'b', id: 'r1', remoteId: 'r1' }).map(short)).toEqual(['rename-local'])
    expect(there({ hash: 'b', id: 'r1', remoteId: 'r1' }, []).map(short)).toEqual(['confirm'])
    expect(there({ hash: 'b', id: 'r2', remoteId: 'r1' }).map(short)).toEqual(['pull new', 'remove-local'])
    const twins = (names: readonly [string, string]) =>
      planSync(
        input(
          {
            local: [localFile('/news/a.html', 'a'), localFile('/news/b.html', 'a')],
            base: [baseFile('/news/a.html', 'a'), baseFile('/news/b.html', 'a')],
            remote: names.map((name) => remoteFile(`/press/${name}`, 'a'))
          },
          { gone: new Set(['/news/a.html', '/news/b.html']) }
        )
      ).operations.map(short)
    expect(twins(['a.html', 'b.html'])).toEqual(['rename-local', 'rename-local'])
    expect(twins(['x.html', 'y.html']).sort()).toEqual([
      'pull new',
      'pull new',
      'remove-local',
      'remove-local'
    ])
  })

  it('Y7 a file that changed there and was renamed here takes the change in first', () => {
    const plan = planSync(
      input({
        local: [localFile('/new.html', 'a', 'file 1')],
        base: [baseFile('/old.html', 'a', 'file 1')],
        remote: [remoteFile('/old.html', 'b')]
      })
    )
    expect(plan.operations.map(short)).toEqual(['merge-renamed'])
  })

  it('Y7 a rename that was cut off there and taken back here is turned round there, and deletes nothing here', () => {
    const back = (gone: readonly string[], local = 'a', busy: readonly string[] = []) =>
      planSync(
        input(
          {
            local: [localFile('/old.html', local, 'file 1')],
            base: [baseFile('/old.html', 'a', 'file 1'), baseFile('/new.html', 'a', 'file 1')],
            remote: [remoteFile('/new.html', 'a')]
          },
          { gone: new Set(gone), busy: new Set(busy) }
        )
      ).operations
    expect(back([]).map(short)).toEqual(['confirm'])
    expect(back(['/old.html'], 'a', ['/old.html'])).toEqual([])
    expect(back(['/old.html'])).toEqual([
      {
        kind: 'rename-remote',
        key: '/old.html',
        path: '/old.html',
        remotePath: '/old.html',
        hash: 'a',
        from: { key: '/new.html', path: '/new.html', remotePath: '/new.html', hash: 'a' }
      }
    ])
    expect(back(['/old.html'], 'b').map(short).sort()).toEqual(['push deleted-there', 'remove-remote'])
  })

  it('Y8 names that fall together are shown, and nothing is done with them', () => {
    const clash = (local: readonly string[], remote: readonly string[], more: Partial<PlanInput> = {}) => {
      const plan = planSync(
        input(
          {
            local: local.map((path) => localFile(path, 'a')),
            remote: remote.map((path) => remoteFile(path, 'a'))
          },
          more
        )
      )
      const isOther = ({ kind }: Operation) => !['adopt', 'pull'].includes(kind)
      expect(plan.operations.filter(isOther)).toEqual([])
      return plan.clashes.map(({ reason }) => reason)
    }
    expect(clash([], ['/A.html', '/a.html'])).toEqual(['same-name'])
    expect(clash([], ['/é.html', '/e\u0301.html'])).toEqual(['same-name'])
    expect(clash(['/A/x.html', '/A/y.html'], ['/a/x.html', '/A/z.html', '/A/y.html'])).toEqual([
      'other-spelling'
    ])
    expect(clash(['/A.html'], ['/a.html'], { lowerCase: true })).toEqual([])
    expect(clash(['/x.html/y.html'], ['/x.html'])).toEqual(['file-and-folder'])
  })

  it('Y8 a spelling that was corrected on one side of a known pair is no clash, and goes to the other', () => {
    const plan = planSync(
      input({
        local: [localFile('/A.html', 'a', 'file 1')],
        base: [baseFile('/a.html', 'a', 'file 1')],
        remote: [remoteFile('/a.html', 'a')]
      })
    )
    expect(plan).toMatchObject({
      clashes: [],
      operations: [{ kind: 'respell-remote', path: '/A.html', from: '/a.html' }]
    })
  })

  it('Y8 what is new to both in two spellings is one file, in the spelling of the server', () => {
    const steps = (here: string, there: string) =>
      planSync(input({ local: [localFile(here, 'a')], remote: [remoteFile(there, 'b')] })).operations
    expect(steps('/A.html', '/a.html')).toMatchObject([
      { kind: 'respell-local', from: '/A.html', path: '/a.html' }
    ])
    expect(steps('/A/X.html', '/a/x.html')).toMatchObject([{ kind: 'respell-local', from: '/A', path: '/a' }])
  })

  it('Y2 many deletions wait for a yes, in either direction; a few do not', () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, at) => `/p${String(at).padStart(3, '0')}.html`)
    const plan = (
      total: number,
      deleted: number,
      side: 'local' | 'remote',
      approved: ReadonlySet<string> = new Set()
    ) => {
      const paths = files(total)
      const kept = paths.slice(deleted)
      return planSync(
        input(
          {
            base: paths.map((path) => baseFile(path, 'a')),
            local: (side === 'remote' ? kept : paths).map((path) => localFile(path, 'a')),
            remote: (side === 'local' ? kept : paths).map((path) => remoteFile(path, 'a'))
          },
          { gone: new Set(paths), approved }
        )
      )
    }
    for (const side of ['local', 'remote'] as const) {
      expect(plan(12, 10, side).operations).toHaveLength(10)
      const held = plan(12, 11, side)
      expect([held.operations, held.held[side].length]).toEqual([[], 11])
      expect(plan(100, 20, side).operations).toHaveLength(20)
      expect(plan(100, 21, side).held[side]).toHaveLength(21)
      const approved = plan(12, 11, side, new Set(files(11)))
      expect([approved.operations.length, approved.held[side]]).toEqual([11, []])
      const fewer = plan(12, 11, side, new Set(files(10)))
      expect([fewer.operations.length, fewer.held[side]]).toEqual([10, ['/p010.html']])
    }
  })
})

describe('properties of plans', () => {
  const paths = ['/a.html', '/A.html', '/b.html', '/news/a.html', '/news/b.html', '/news', '/c.json'] as const
  const anyTrees = (random: Random): Trees => {
    const hash = () => random.pick(['1', '2', '3'])
    const some = <T>(make: (path: string) => T): T[] =>
      paths.flatMap((path) => (random.chance(0.5) ? [make(path)] : []))
    const base = new Map(
      some((path) => ({
        ...baseFile(path, hash(), `id ${random.int(4)}`),
        ...(random.chance(0.3) && { remoteId: `r${random.int(4)}` })
      })).map((file) => [syncKey(file.path), file])
    )
    const folders = ['', '/news', '/a.html'] as const
    return {
      local: some((path) => localFile(path, hash(), `id ${random.int(4)}`)),
      base: [...base.values()],
      remote: some((path) => ({
        ...remoteFile(path, random.chance(0.15) ? null : hash()),
        ...(random.chance(0.3) && { id: `r${random.int(4)}` })
      })),
      localUnknown: random.chance(0.1) ? [random.pick(folders)] : [],
      remoteUnknown: random.chance(0.1) ? [random.pick(folders)] : []
    }
  }
  const shuffled = <T>(items: readonly T[], random: Random): T[] =>
    items
      .map((item) => [random.int(1000), item] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, item]) => item)

  it('Y1 Y2 Y3 the same plan for the same trees, and never one that loses anything', () => {
    forSeeds(8_000, (random) => {
      const trees = anyTrees(random)
      const gone = new Set(paths.map(syncKey).filter(() => random.chance(0.5)))
      const plan = planSync(input(trees, { gone }))
      const turned = planSync(
        input(
          {
            ...trees,
            local: shuffled(trees.local, random),
            base: shuffled(trees.base, random),
            remote: shuffled(trees.remote, random)
          },
          { gone }
        )
      )
      if (JSON.stringify(turned.operations) !== JSON.stringify(plan.operations))
        throw new Error('another plan')
      const seen = new Set<string>()
      for (const step of plan.operations) {
        const keys = 'from' in step && typeof step.from !== 'string' ? [step.key, step.from.key] : [step.key]
        for (const key of keys) {
          if (seen.has(key)) throw new Error(`${key} is touched twice`)
          seen.add(key)
        }
        checkStep(step, trees, gone)
      }
    })
  })

  /** What an operation overwrites or deletes is what both had, or it is kept by the operation itself. */
  function checkStep(step: Operation, trees: Trees, gone: ReadonlySet<string>): void {
    const local = trees.local.filter(({ path }) => syncKey(path) === step.key)
    const remote = trees.remote.filter(({ path }) => syncKey(path) === step.key)
    const base = trees.base.find(({ path }) => syncKey(path) === step.key)
    const unknown = [...trees.localUnknown, ...trees.remoteUnknown]
    const fail = (what: string) => {
      throw new Error(`${what}: ${JSON.stringify(step)}`)
    }
    if (unknown.some((folder) => folder === '' || step.key === folder || step.key.startsWith(`${folder}/`)))
      fail('unknown')
    if (local.length > 1 || remote.length > 1) fail('a clash')
    switch (step.kind) {
      case 'remove-local':
        if (local[0]?.hash !== base?.hash || remote.length > 0 || !gone.has(step.key)) fail('lost')
        break
      case 'remove-remote':
        if (remote[0]?.hash !== base?.hash || local.length > 0) fail('lost')
        break
      case 'pull':
        if (step.local !== (local[0]?.hash ?? null)) fail('not looked at')
        if (local[0] && local[0].hash !== base?.hash) fail('lost')
        break
      case 'push':
        if (step.remote !== (remote[0]?.hash ?? null)) fail('not looked at')
        if (remote[0] && remote[0].hash !== base?.hash) fail('lost')
        break
      case 'rename-remote': {
        const source = trees.remote.find(({ path }) => syncKey(path) === step.from.key)
        if (remote.length > 0 || source?.hash !== step.from.hash) fail('lost')
        break
      }
      case 'rename-local': {
        const source = trees.local.find(({ path }) =>
          step.isTwice ? path === step.from.path : syncKey(path) === step.from.key
        )
        const had = trees.base.find(({ path }) => syncKey(path) === step.from.key)
        if (!source || had?.hash !== step.from.base || !gone.has(step.from.key)) fail('lost')
        if (local.length > 0 || base || remote[0]?.hash !== step.hash) fail('not looked at')
        if (step.hash !== step.from.base && (remote[0]?.id ?? 'none') !== had?.remoteId) fail('another file')
        break
      }
      case 'merge-renamed': {
        const had = trees.base.find(({ path }) => syncKey(path) === step.from.key)
        const there = trees.remote.find(({ path }) => syncKey(path) === step.from.key)
        if (local[0]?.id !== had?.id || local[0]?.hash !== step.local) fail('another file')
        if (there?.hash !== step.remote || remote.length > 0) fail('not looked at')
        break
      }
      default:
    }
  }
})
