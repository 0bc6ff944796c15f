import { mergeFiles, type Choice } from '../../../src/common/formats'
import { takeMerge } from '../../../src/main/sync/merge-step'
import { contentOf } from '../../../src/main/sync/content'
import { runPass, type PassReport } from '../../../src/main/sync/pass'
import type { Random } from '../formats/merge/random'
import { bytesOf, Crash, Machine, quiet, Server, textOf, wordsOf, type Weather } from './world'

const paths = ['/a.md', '/b.md', '/news/a.md', '/news/b.md', '/news/C.md', '/d.json'] as const

/** People who write, a server, and everything that can go wrong between them. Every word that somebody writes is a word of its own. */
class World {
  readonly server: Server
  readonly machines: readonly Machine[]
  /** Words that somebody who had seen them has deleted, by hand or by deciding a conflict. */
  private readonly dropped = new Set<string>()
  private words = 0
  /** Whether the server is one day put back to what it was. */
  private readonly isRestored: boolean
  private backup: (() => void) | null = null
  private readonly passes = new Map<Machine, number>()
  readonly log: string[] = []
  /** What the last pass left. */
  left: readonly object[] = []

  constructor(private readonly random: Random) {
    this.server = new Server(random, {
      etags: random.chance(0.6),
      lowerCase: random.chance(0.2),
      clock: random.pick([0, -86_400_000, 86_400_000]),
      ids: random.chance(0.3),
      weak: random.chance(0.15)
    })
    this.isRestored = random.chance(0.15)
    this.machines = Array.from({ length: 2 + random.int(2) }, (_, at) => new Machine(`m${at}-`, random))
  }

  /** Somebody does something on one machine, or on the server itself. */
  act(): void {
    const { random } = this
    if (random.chance(0.2)) return this.actOnServer()
    const machine = random.pick([this.machines[0] ?? this.fail(), ...this.machines])
    const picked = random.pick(paths)
    const path =
      [...machine.files.keys()].find((other) => other.toLowerCase() === picked.toLowerCase()) ?? picked
    const file = machine.files.get(path)
    if (!file) {
      if (random.chance(0.7) && !this.isTaken(machine, path)) {
        machine.files.set(path, { bytes: this.edited(null), id: machine.newId() })
        this.log.push(`${machine.name} makes ${path}`)
      }
      return
    }
    const kind = random.int(10)
    if (kind === 0) {
      this.drop(file.bytes)
      machine.kept.push(file.bytes)
      machine.files.delete(path)
      this.log.push(`${machine.name} deletes ${path}`)
    } else if (kind === 1) {
      const isSpelling = random.chance(0.3)
      const to = isSpelling ? otherSpelling(path) : random.pick(paths)
      if (machine.files.has(to) || (!isSpelling && this.isTaken(machine, to))) return
      machine.files.delete(path)
      machine.files.set(to, file)
      this.log.push(`${machine.name} renames ${path} to ${to}`)
    } else {
      machine.files.set(path, { ...file, bytes: this.edited(file.bytes) })
      this.log.push(`${machine.name} edits ${path}`)
    }
  }

  private actOnServer(): void {
    const place = () => {
      const path = this.random.pick(paths)
      return this.server.quirks.lowerCase ? path.toLowerCase() : path
    }
    const path = this.server.asWritten(place())
    const file = this.server.files.get(path)
    const isSpelling = !this.server.quirks.lowerCase && this.random.chance(0.3)
    const to = isSpelling ? otherSpelling(path) : this.server.asWritten(place())
    if (this.isRestored && this.random.chance(0.1)) {
      this.restoreOrBackUp()
    } else if (file && this.random.chance(0.15) && this.server.rename(path, to)) {
      this.log.push(`server renames ${path} to ${to}`)
    } else if (file && this.random.chance(0.15)) {
      this.drop(file.bytes)
      this.server.delete(path)
      this.log.push(`server loses ${path}`)
    } else {
      this.server.put(path, this.edited(file?.bytes ?? null))
      this.log.push(`server has ${path}`)
    }
  }

  get mayShowOldTimes(): boolean {
    return this.isRestored && !this.server.quirks.etags
  }

  /** Whoever restores a server knows that what came after the backup is lost there. */
  private restoreOrBackUp(): void {
    if (!this.backup) {
      this.backup = this.server.backup()
      this.log.push('server is backed up')
      return
    }
    for (const { bytes } of this.server.files.values()) this.drop(bytes)
    this.backup()
    this.backup = null
    this.log.push('server is put back to its backup')
  }

  /** A name that differs only in its case. */
  private isTaken(machine: Machine, path: string): boolean {
    return [...machine.files.keys()].some(
      (other) => other !== path && other.toLowerCase() === path.toLowerCase()
    )
  }

  private edited(bytes: Uint8Array | null): Uint8Array {
    const { random } = this
    const lines = bytes ? textOf(bytes).split('\n') : ['one', 'two', 'three']
    const at = random.int(lines.length)
    const word = `w${(this.words += 1)}`
    const old = lines[at] ?? ''
    if (random.chance(0.3)) {
      for (const lost of old.match(/w\d+/g) ?? []) this.dropped.add(lost)
      lines[at] = word
    } else if (random.chance(0.5)) lines[at] = `${old} ${word}`
    else lines.splice(at, 0, word)
    return bytesOf(lines.join('\n'))
  }

  private drop(bytes: Uint8Array): void {
    for (const word of wordsOf(bytes)) this.dropped.add(word)
  }

  /** One pass of one machine. True when it was cut off by a crash. */
  async sync(machine: Machine, weather: Weather): Promise<PassReport | null> {
    const pass = (this.passes.get(machine) ?? 0) + 1
    this.passes.set(machine, pass)
    let crashed = false
    const dead = () => crashed
    const now = () => weather
    try {
      const report = await runPass({
        local: machine.side(now, dead),
        remote: this.server.side(now, dead, () => {
          if (weather !== quiet && this.random.chance(0.03)) this.act()
        }),
        memory: machine.memory(now, dead),
        contents: machine.contents(now, dead),
        merge: (files) => Promise.resolve(mergeFiles(files)),
        now: () => 0,
        suspects: machine.suspects,
        pass,
        options: {
          firstSync: 'ask',
          lowerCase: this.server.quirks.lowerCase,
          approved: new Set(),
          atOnce: 3
        }
      })
      this.log.push(
        `${machine.name} syncs: ${report.deeds.map(({ did, path }) => `${did} ${path}`).join(', ')}`
      )
      return report
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      this.log.push(`${machine.name} crashes`)
      machine.suspects.clear()
      return null
    } finally {
      crashed = true
      await Promise.resolve()
    }
  }

  /** Somebody decides the conflicts of a machine. */
  async decide(machine: Machine): Promise<void> {
    for (const [key, { conflict, agreed }] of [...machine.memories]) {
      if (!conflict) continue
      const { path, remotePath, local, remote, etag } = conflict
      const mine = machine.files.get(path)
      const [base, ours, theirs] = await Promise.all(
        [conflict.base, local, remote].map((hash) =>
          hash === null
            ? null
            : machine
                .contents(
                  () => quiet,
                  () => false
                )
                .get(hash)
        )
      )
      if (!mine || !ours || !theirs || textOf(mine.bytes) !== textOf(ours)) continue
      const request = this.random.pick<Choice>(['local', 'remote', 'both'])
      const states = {
        ext: path.slice(path.lastIndexOf('.') + 1),
        base: base ?? null,
        local: ours,
        remote: theirs
      }
      const open = mergeFiles(states).conflicts
      const choices = new Map(
        open.map(({ id, choices: may }) => [id, may.includes(request) ? request : 'local'] as const)
      )
      const merged = mergeFiles(states, { choices })
      if (merged.open > 0) this.fail('a decision leaves a conflict open')
      const result = new Set(wordsOf(merged.bytes))
      for (const word of [...wordsOf(ours), ...wordsOf(theirs)]) if (!result.has(word)) this.dropped.add(word)
      const contents = machine.contents(
        () => quiet,
        () => false
      )
      const hash = await contents.put(merged.bytes)
      const sides = {
        local: machine.side(
          () => quiet,
          () => false
        ),
        memory: machine.memory(
          () => quiet,
          () => false
        )
      }
      await takeMerge(
        key,
        { path, remotePath, local, remote, etag },
        { content: contentOf(merged.bytes, hash), id: agreed?.id ?? mine.id },
        sides
      )
      this.log.push(`${machine.name} decides ${path}: ${request}`)
    }
  }

  /** Every word that was ever written is in a current file, or in a conflict that waits, or somebody who saw it has deleted it. */
  checkNothingLost(): void {
    const there = new Set<string>()
    const add = (bytes: Uint8Array) => {
      for (const word of wordsOf(bytes)) there.add(word)
    }
    for (const { bytes } of this.server.files.values()) add(bytes)
    // where nothing can be written with a precondition, what somebody else wrote in between is one of its versions
    if (this.server.quirks.weak) for (const bytes of this.server.kept) add(bytes)
    for (const machine of this.machines) {
      for (const { bytes } of machine.files.values()) add(bytes)
      for (const { conflict } of machine.memories.values()) {
        const blob = conflict && machine.blobs.get(conflict.remote)
        if (blob) add(blob)
      }
    }
    for (let word = 1; word <= this.words; word += 1) {
      const name = `w${word}`
      if (!there.has(name) && !this.dropped.has(name)) this.fail(`${name} is lost`)
    }
  }

  stateOf(files: ReadonlyMap<string, { readonly bytes: Uint8Array }>): string {
    return [...files]
      .map(([path, { bytes }]) => `${path.toLowerCase()}:${textOf(bytes)}`)
      .sort()
      .join('\n---\n')
  }

  fail(what = 'no machine'): never {
    throw new Error(`${what}\n${this.log.slice(-60).join('\n')}`)
  }
}

/** The same name with its last letter before the ending in another case. */
const otherSpelling = (path: string) =>
  path.replace(/\w(?=\.)/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  )

const storms = (random: Random): Weather =>
  random.chance(0.3)
    ? quiet
    : {
        lost: random.pick([0, 0.05, 0.3]),
        unanswered: random.pick([0, 0.05, 0.2]),
        serverError: random.pick([0, 0.1]),
        lyingList: random.pick([0, 0.1, 0.5]),
        swallowed: random.pick([0, 0, 0.1, 0.4]),
        crash: random.pick([0, 0, 0.02, 0.05])
      }

/** Some people, some weather, so many steps; then the weather clears. @throws with what happened last when a rule is broken */
export async function live(random: Random, steps: number): Promise<void> {
  const world = new World(random)
  for (let step = 0; step < steps; step += 1) {
    if (random.chance(0.7)) world.act()
    else {
      const machine = random.pick([world.machines[0] ?? world.fail(), ...world.machines])
      await world.sync(machine, storms(random))
      if (random.chance(0.3)) await world.decide(machine)
      world.checkNothingLost()
    }
  }
  await settle(world)
}

/** The weather clears and everybody decides: a few quiet rounds later all have the same. */
async function settle(world: World): Promise<void> {
  for (let round = 0; round < 14; round += 1) {
    let isQuiet = true
    for (const machine of world.machines) {
      const report = await world.sync(machine, quiet)
      if (report) world.left = [...world.left.slice(-6), ...report.plan.operations]
      if (!report || report.deeds.length > 0 || report.plan.operations.length > 0) isQuiet = false
      await world.decide(machine)
      world.checkNothingLost()
    }
    if (isQuiet && round > 2) break
    if (round === 13) world.fail(`never comes to rest: ${JSON.stringify(world.left)}`)
  }
  // who restored a server with its old times is found out when its turn to be read comes, whatever its time says (Y4)
  for (let pass = 0; world.mayShowOldTimes && pass < 50; pass += 1)
    for (const machine of world.machines) await world.sync(machine, quiet)
  const there = world.stateOf(world.server.files)
  for (const machine of world.machines) {
    const here = world.stateOf(machine.files)
    if (here !== there) world.fail(`${machine.name} differs:\n${here}\n=== server\n${there}`)
  }
}
