import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { BindFolderDialog } from '../../../../src/renderer/src/features/forms/commands/BindFolderDialog'
import { brokenRules, renderInApp } from '../render'

const folder = contentPath('/northwind/harbour/offers')
const org = contentPath('/northwind')
const config = JSON.stringify({
  ':type': 'sheet',
  ':sheetname': 'permissions',
  total: 1,
  data: [{ path: 'CONFIG', groups: 'ana@example.com, site-owners', actions: 'write' }]
})

/** The answers that the service gives to a person with these rights; its own tests show that it does. */
function asPersonWith(rights: readonly ('read' | 'write')[]): void {
  const readable = rights.includes('read')
  vi.spyOn(api, 'access').mockResolvedValue({
    path: org,
    people: [],
    actions: ['read'],
    config: rights,
    reasons: null
  })
  vi.spyOn(api, 'configs').mockResolvedValue(readable ? [org] : [])
  vi.spyOn(api, 'config').mockImplementation(() => {
    if (!readable) throw new Error('A config that may not be read was asked for.')
    return Promise.resolve({
      text: config,
      etag: '"1"',
      writable: rights.includes('write'),
      modifiedBy: { email: '' },
      lastModified: 0
    })
  })
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the dialog that binds a folder', () => {
  it('EB3 who may not write the config is told whom to ask, and can only close', async () => {
    asPersonWith(['read'])
    const closed = vi.fn()
    renderInApp(<BindFolderDialog folder={folder} onDone={closed} />)
    await screen.findByText(/Ask ana@example\.com, site-owners\./)
    expect(screen.queryByRole('button', { name: /form editor|as pages/ })).toBeNull()
    expect(await brokenRules()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(closed).toHaveBeenCalledOnce()
  })

  it('EB3 who may not even read the config is told so without a refused request', async () => {
    asPersonWith([])
    renderInApp(<BindFolderDialog folder={folder} onDone={() => {}} />)
    await screen.findByText(/Ask whoever may change the organization’s config/)
    expect(screen.queryByRole('button', { name: 'Open in the form editor' })).toBeNull()
  })

  it('EB3 who may write it can bind the folder', async () => {
    asPersonWith(['read', 'write'])
    renderInApp(<BindFolderDialog folder={folder} onDone={() => {}} />)
    expect(await screen.findByRole('button', { name: 'Open in the form editor' })).toBeDefined()
  })
})
