/** The sign between whole and part. The other one of the two groups digits, as do spaces and apostrophes. */
type Decimal = '.' | ','

const decimals: readonly Decimal[] = ['.', ',']
const shapes: Readonly<Record<Decimal, RegExp>> = { '.': shapeWith(','), ',': shapeWith('.') }

/**
 * What people wrote as numbers, in any country's way: `1,5` and `1.5`, `1,234.5`, `1.234,5`, `1 234,5`. What
 * can be read in two ways, as `1,234` can, is read as those cells of the column are that can be read in one way
 * only: where these have a comma before the part, as 1.234; else as 1234.
 * @param texts the cells of one column, without white space at their ends
 * @returns a number for each; NaN for what is none
 */
export function numbersOfColumn(texts: readonly string[]): number[] {
  const readings = texts.map((text) => decimals.filter((decimal) => shapes[decimal].test(text)))
  const certain = new Set(readings.flatMap((found) => (found.length === 1 ? found : [])))
  const usual: Decimal = certain.has(',') && !certain.has('.') ? ',' : '.'
  return texts.map((text, index) => {
    const [first, second] = readings[index] ?? []
    return first === undefined ? NaN : numberOf(text, second === undefined ? first : usual)
  })
}

/** Digits, alone or in groups as people make them (the last of three, in India those before of two), and a part. */
function shapeWith(grouping: Decimal): RegExp {
  const decimal = grouping === ',' ? '\\.' : ','
  const between = `[${grouping}\\s'’]`
  const whole = `(?:\\d+|[1-9]\\d{0,2}(?:${between}\\d{2,3})*${between}\\d{3})`
  return new RegExp(`^[-+\u2212]?(?:${whole}(?:${decimal}\\d*)?|${decimal}\\d+)(?:e[-+]?\\d+)?$`, 'i')
}

function numberOf(text: string, decimal: Decimal): number {
  const grouping = decimal === '.' ? ',' : '.'
  const plain = text.replace(/['’\s]/g, '').replaceAll(grouping, '')
  return Number(plain.replace(decimal, '.').replace('\u2212', '-'))
}
