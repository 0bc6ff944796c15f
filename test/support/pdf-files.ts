/** A PDF of these pages, each by its drawing operators; `fax` names a picture in the fax format that is black all over. */
export function pdfFile(pages: readonly string[]): Buffer {
  const kids = pages.map((_, index) => `${5 + 2 * index} 0 R`).join(' ')
  // eight lines like the one before (T.6: “1” each), which begins white, and the end; decoded the other way round
  const fax = Buffer.from('ff00100100', 'hex')
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray /Decode [1 0] /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >>',
      fax
    ),
    ...pages.flatMap((operators, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${6 + 2 * index} 0 R /Resources << /Font << /F 3 0 R >> /XObject << /fax 4 0 R >> >> >>`,
      stream('', Buffer.from(operators, 'latin1'))
    ])
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let length = parts[0]?.length ?? 0
  const places = objects.map((body, index) => {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      typeof body === 'string' ? Buffer.from(body) : body,
      Buffer.from('\nendobj\n')
    ])
    parts.push(part)
    length += part.length
    return length - part.length
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
    )
  )
  return Buffer.concat(parts)
}

function stream(entries: string, body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${body.length} >>\nstream\n`),
    body,
    Buffer.from('\nendstream')
  ])
}
