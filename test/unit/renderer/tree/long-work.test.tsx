import { Notifications } from '@mantine/notifications'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { asLongWork } from '../../../../src/renderer/src/workbench/long-work'
import { JobList } from '../../../../src/renderer/src/shell/status-bar/JobList'
import { renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const from = contentPath('/northwind/harbour/from')
const to = contentPath('/northwind/harbour/to')
const files = 300
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  renderInApp(
    <>
      <Notifications />
      <JobList />
    </>
  )
  const names = Array.from({ length: files }, (_, index) => contentPath(`${from}/${index}.txt`))
  await Promise.all(names.map((name) => api.write(name, name)))
})
afterEach(async () => {
  cleanup()
  await served.close()
})

const copying = (shownAfter: number) =>
  asLongWork({ title: 'Copying “from”', stopped: 'Stopped. Nothing was copied.', shownAfter }, (operation) =>
    api.copy(from, to, { operation })
  )

describe('long work in the status bar', () => {
  it('S4 E7 shows what is under way, and is stopped there with nothing done', async () => {
    const work = copying(0)
    // at once: before the service has begun
    fireEvent.click(await screen.findByLabelText('Stop: Copying “from”'))
    expect(await work).toBeNull()
    await screen.findByText('Stopped. Nothing was copied.')
    expect(screen.queryByRole('progressbar')).toBeNull()
    await expect(api.list(to)).rejects.toMatchObject({ reason: 'not-found' })
  })

  it('S4 shows nothing of what is done at once, and hands the answer on', async () => {
    expect(await copying(60_000)).toEqual({ files, path: to })
    await expect(copying(60_000)).rejects.toMatchObject({ reason: 'exists' })
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})
