import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { UploadCount } from '../../../../src/renderer/src/features/tree/upload-count'
import type { Planned } from '../../../../src/renderer/src/features/tree/upload-plan'

const planned = (name: string, size: number): Planned => ({
  to: contentPath(`/org/site/${name}`),
  from: { way: [], name, size, file: new File([], name) }
})

function counted(files: readonly Planned[]) {
  const said: (readonly [number, string])[] = []
  return {
    count: new UploadCount(files, (bytes, words) => said.push([bytes, words])),
    last: () => said.at(-1)
  }
}

describe('how far an upload is', () => {
  it('S1 counts files while they are small', () => {
    const files = [planned('a.png', 10), planned('b.png', 20)]
    const { count, last } = counted(files)
    expect(last()).toEqual([0, '0 of 2 files'])
    for (const file of files) count.finished(file)
    expect(last()).toEqual([30, '2 of 2 files'])
  })

  it('S1 tells the bytes of a large file as they go out, never more than it has', () => {
    const film = planned('film.mp4', 80_000_000)
    const { count, last } = counted([film])
    count.sent(film, 4_200_000)
    expect(last()).toEqual([4_200_000, '4.2 of 80 MB'])
    count.sent(film, 90_000_000)
    expect(last()).toEqual([80_000_000, '80 of 80 MB'])
  })

  it('S1 tells both for several files, and counts one that was given up as gone through', () => {
    const [film, note] = [planned('film.mp4', 5_000_000), planned('note.html', 1_000)]
    const { count, last } = counted([film, note])
    count.sent(film, 1_000_000)
    count.finished(note)
    expect(last()).toEqual([1_001_000, '1 of 2 files, 1 of 5 MB'])
    count.finished(film)
    expect(last()).toEqual([5_001_000, '2 of 2 files, 5 of 5 MB'])
  })
})
