import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SITE } from '../../crash/syncing-people'
import { sha256 } from '../../crash/syncing'
import type { Random } from '../../unit/formats/merge/random'
import type { SmallDisk } from './small-disk'

/** A workspace, and the disk that it lies on. */
export interface Place {
  readonly name: string
  readonly folder: string
  readonly disk: SmallDisk
}

/** What befalls workspaces from outside while people write: another program writes into their content, and their disks are full for a while. */
export class Trouble {
  /** What the other program wrote, by the sha256 of the content. */
  readonly written = new Map<string, string>()
  fills = 0

  constructor(
    private readonly places: readonly [Place, ...Place[]],
    private readonly random: Random
  ) {}

  async run(isOver: () => boolean): Promise<void> {
    await Promise.all([this.writing(isOver), this.filling(isOver)])
    await this.calm()
  }

  /** The disks have room again. */
  async calm(): Promise<void> {
    await Promise.all(this.places.map(({ disk }) => disk.free()))
  }

  /** New files, as an editor or a script puts them there. */
  private async writing(isOver: () => boolean): Promise<void> {
    for (let count = 1; !isOver(); count += 1) {
      const { name, folder } = this.random.pick(this.places)
      const content = `<body><main><p>${name}elsewhere${count}</p></main></body>`
      const file = join(folder, 'content', SITE, 'elsewhere', `${name}-${count}.html`)
      try {
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, content)
        this.written.set(sha256(content), `another program, ${name} ${count}`)
      } catch (error) {
        if (!isFull(error)) throw error
        await rm(file, { force: true })
      }
      await pause(500 + this.random.int(2_500))
    }
  }

  private async filling(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await pause(3_000 + this.random.int(12_000))
      if (isOver()) return
      const { disk } = this.random.pick(this.places)
      await disk.fill(this.random.int(3) * 4_096)
      this.fills += 1
      await pause(500 + this.random.int(2_500))
      await disk.free()
    }
  }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC'
