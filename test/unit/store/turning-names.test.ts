import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ada, bytes, p, text, withStore } from '../../support/workspace'

const turned = p('/o/s/exe.\u202egnp.html')

test('N5 no new name has signs that turn the direction of writing; what is there under one is shown, saved and versioned as ever', async () => {
  await withStore(async (store, folder) => {
    const plain = p('/o/s/plain.html')
    await store.write(plain, bytes('<main>1</main>'), { by: ada })
    for (const made of [
      () => store.write(turned, bytes('new'), { by: ada }),
      () => store.move(plain, turned, { by: ada }),
      () => store.copy(plain, turned, { by: ada }),
      () => store.createFolder(p('/o/s/a\u2067b'), { by: ada })
    ])
      await expect(made()).rejects.toMatchObject({ reason: 'bad-path' })
    expect((await store.list(p('/o/s')))?.map(({ path }) => path)).toEqual([plain])

    // by another program, or by an earlier version
    await writeFile(join(folder, 'content', turned), '<main>theirs</main>')
    expect((await store.list(p('/o/s')))?.map(({ path }) => path)).toContain(turned)
    await store.write(turned, bytes('<main>ours</main>'), { by: ada })
    expect(await readFile(join(folder, 'content', turned), 'utf8')).toBe('<main>ours</main>')
    const [version] = await store.versions(turned)
    expect(text((await store.readVersion('o', version?.fileId ?? '', version?.id ?? ''))?.bytes)).toBe(
      '<main>theirs</main>'
    )
    await store.move(turned, p('/o/s/named.html'), { by: ada })
    expect(text((await store.read(p('/o/s/named.html')))?.bytes)).toBe('<main>ours</main>')
  })
})
