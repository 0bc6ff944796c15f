import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { reasonOf } from '../../../../src/renderer/src/api'
import { addressedDocument, editAddress, goTo } from '../../../../src/renderer/src/workbench/address'
import { activeTab, workbench } from '../../../../src/renderer/src/workbench/workbench'

const page = contentPath('/org/site/été & mer/100%.html')

describe('addresses of documents', () => {
  it('S1 an edit address leads back to the document it was made for, whatever is in its name', () => {
    const address = editAddress(page)
    expect(address).toBe('http://localhost:3000/#/edit/org/site/%C3%A9t%C3%A9%20%26%20mer/100%25.html')
    expect(addressedDocument(address)).toBe(page)
    expect(addressedDocument(new URL(address).hash)).toBe(page)
  })

  it('S1 only edit addresses of something in a site name a document', () => {
    expect(addressedDocument('')).toBeNull()
    expect(addressedDocument('http://localhost/source/org/site/a.html')).toBeNull()
    expect(addressedDocument('#/edit/org/site')).toBeNull()
  })

  it('N5 an address with a path that cannot exist is refused', () => {
    for (const hash of [
      '#/edit/org/site/../../a.html',
      '#/edit/org/site/%00.html',
      '#/edit/org/site/%E0%A4%A.html'
    ]) {
      let reason = 'none'
      try {
        addressedDocument(hash)
      } catch (error) {
        reason = reasonOf(error)
      }
      expect(reason).toBe('bad-path')
    }
  })

  it('S1 going to a document shows its site and its tab', () => {
    goTo(page)
    expect(workbench().site).toBe('/org/site')
    expect(activeTab(workbench())?.path).toBe(page)
  })
})
