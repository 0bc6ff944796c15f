import { describe, expect, it } from 'vitest'
import { marksIn } from '../../../src/common/search/marks'
import { readQuestion } from '../../../src/common/search/question'
import { alsoIn, LONGEST_WORD, wordsOf } from '../../../src/common/search/words'
import { wantedOf } from '../../../src/common/search/marks'
import { fc } from '../../support/properties'

const finds = (asked: string, text: string) =>
  marksIn(text, wantedOf(readQuestion(asked, 0))).map(([start, end]) => text.slice(start, end))

/** As it is written, and as somebody looks for it. */
const ways: readonly (readonly [written: string, asked: string])[] = [
  ['Ferry', 'ferry'],
  ['ferry', 'FERRY'],
  ['timetable', 'time'],
  ['Überfahrt', 'uberfahrt'],
  ['Überfahrt', 'ueberfahrt'],
  ['Überfahrt', 'ÜBERFAHRT'],
  ['Uberfahrt', 'Überfahrt'],
  ['U\u0308berfahrt', 'Überfahrt'],
  ['Straße', 'strasse'],
  ['Strasse', 'straße'],
  ['STRASSE', 'Straße'],
  ['Smørrebrød', 'smorrebrod'],
  ['Smorrebrod', 'smørrebrød'],
  ['Færøerne', 'faeroerne'],
  ['Łódź', 'lodz'],
  ['Lodz', 'Łódź'],
  ['đường', 'duong'],
  ['Đà Nẵng', 'da nang'],
  ['Þingvellir', 'thingvellir'],
  ['İstanbul', 'istanbul'],
  ['ISTANBUL', 'istanbul'],
  ['Diyarbakır', 'diyarbakir'],
  ['café', 'cafe'],
  ['naïve', 'naive'],
  ['œuvre', 'oeuvre'],
  ['coöperate', 'cooperate'],
  ['e-mail', 'email'],
  ['email', 'e-mail'],
  ['e-mail', 'mail'],
  ['sign-in', 'sign in'],
  ["don't", 'dont'],
  ['don’t', "don't"],
  ['l’automne', 'automne'],
  ['A4', 'a4'],
  ['A4', '4'],
  ['covid19', 'covid'],
  ['dataPointer', 'pointer'],
  ['HTMLPage', 'page'],
  ['data_pointer', 'datapointer'],
  ['summer-ferry.html', 'ferry'],
  ['you@example.com', 'example'],
  ['you@example.com', 'you@example.com'],
  ['3.14', '3.14'],
  ['1,200', '1200'.slice(0, 1)],
  ['co\u00adoperate', 'cooperate'],
  ['ﬁnd', 'find'],
  ['Ｆｅｒｒｙ', 'ferry'],
  ['x²', 'x2'],
  ['١٢٣', '123'],
  ['०१२', '012'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδός', 'οδοσ'],
  ['Ёлка', 'елка'],
  ['МОСКВА', 'москва'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['أحمد', 'احمد'],
  ['مـحـمد', 'محمد'],
  ['می‌روم', 'میروم'],
  ['東京都庁', '東京'],
  ['東京都庁', '京都'],
  ['ｶﾞｲﾄﾞ', 'ガイド'],
  ['Galley™', 'galley']
]

/** A sentence of a script, and a word of it. */
const scripts: Readonly<Record<string, readonly [text: string, word: string]>> = {
  Latin: ['The ferry leaves at noon', 'ferry'],
  Greek: ['Το πλοίο φεύγει το μεσημέρι', 'πλοιο'],
  Cyrillic: ['Паром отходит в полдень', 'паром'],
  Armenian: ['Լաստանավը մեկնում է կեսօրին', 'լաստանավը'],
  Georgian: ['ბორანი შუადღისას გადის', 'ბორანი'],
  Hebrew: ['המעבורת יוצאת בצהריים', 'המעבורת'],
  Arabic: ['تغادر العبارة عند الظهر', 'العبارة'],
  Syriac: ['ܫܠܡܐ ܥܠܡܐ', 'ܥܠܡܐ'],
  Thaana: ['ފެރީ މެންދުރު ފުރައެވެ', 'ފެރީ'],
  Devanagari: ['नौका दोपहर को निकलती है', 'नौका'],
  Bengali: ['ফেরি দুপুরে ছাড়ে', 'ফেরি'],
  Gurmukhi: ['ਕਿਸ਼ਤੀ ਦੁਪਹਿਰ ਨੂੰ ਚਲਦੀ ਹੈ', 'ਕਿਸ਼ਤੀ'],
  Gujarati: ['હોડી બપોરે નીકળે છે', 'હોડી'],
  Oriya: ['ନୌକା ଦିପହରେ ଯାଏ', 'ନୌକା'],
  Tamil: ['படகு நண்பகலில் புறப்படும்', 'படகு'],
  Telugu: ['పడవ మధ్యాహ్నం బయలుదేరుతుంది', 'పడవ'],
  Kannada: ['ದೋಣಿ ಮಧ್ಯಾಹ್ನ ಹೊರಡುತ್ತದೆ', 'ದೋಣಿ'],
  Malayalam: ['ബോട്ട് ഉച്ചയ്ക്ക് പുറപ്പെടും', 'ബോട്ട്'],
  Sinhala: ['තොටුපළ දහවල් පිටත් වේ', 'තොටුපළ'],
  Thai: ['เรือข้ามฟากออกตอนเที่ยง', 'ข้ามฟาก'],
  Lao: ['ເຮືອຂ້າມຟາກອອກຕອນທ່ຽງ', 'ຂ້າມຟາກ'],
  Khmer: ['សាឡាងចេញដំណើរនៅថ្ងៃត្រង់', 'ចេញដំណើរ'],
  Myanmar: ['ကူးတို့သည်မွန်းတည့်တွင်ထွက်သည်', 'မွန်းတည့်'],
  Tibetan: ['གྲུ་གཟིངས་ཉིན་གུང་ལ་འགྲོ', 'ཉིན'],
  Han: ['渡轮中午出发', '中午'],
  Japanese: ['フェリーは正午に出発します', '正午'],
  Katakana: ['フェリーターミナル', 'ターミナル'],
  Hangul: ['페리는 정오에 출발합니다', '정오에'],
  Ethiopic: ['ጀልባው እኩለ ቀን ላይ ይነሳል', 'ጀልባው'],
  Cherokee: ['ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ', 'ᏣᎳᎩ'],
  Mongolian: ['ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ', 'ᠪᠢᠴᠢᠭ'],
  Emoji: ['Leaves at noon ⛴🎉', '🎉']
}

describe('the words of a text', () => {
  it('FI1: finds what is written in one of sixty ways and asked in another', () => {
    const missed = ways.filter(([written, asked]) => finds(asked, `x ${written} y`).length === 0)
    expect(missed).toEqual([])
    expect(ways.length).toBeGreaterThanOrEqual(62)
  })

  it('FI1: finds words of thirty scripts, and nothing for words that are not there', () => {
    const missed = Object.entries(scripts).filter(([, [text, word]]) => finds(word, text).length === 0)
    expect(missed.map(([name]) => name)).toEqual([])
    const all = Object.values(scripts)
    const wrong = all.flatMap(([text], at) =>
      all.flatMap(([, word], other) => (at !== other && finds(word, text).length > 0 ? [[word, text]] : []))
    )
    // 正午 and 中午 have no pair in common; what is left would be a fault
    expect(wrong).toEqual([])
  })

  it('FI1: marks exactly the word that is there, accents and soft hyphens with it', () => {
    expect(finds('cafe', 'Un café, deux cafe\u0301s')).toEqual(['café', 'cafe\u0301s'])
    expect(finds('cooperate', 'They co\u00adoperate.')).toEqual(['co\u00adoperate'])
    expect(finds('"summer ferry"', 'The summer, ferry summer ferry')).toEqual([
      'summer, ferry',
      'summer ferry'
    ])
    expect(finds('email', 'An e-mail')).toEqual(['e-mail'])
    expect(finds('pointer', 'a dataPointer')).toEqual(['Pointer'])
    expect(finds('京都', '東京都庁')).toEqual(['京都'])
    expect(finds('庁', '東京都庁')).toEqual(['庁'])
    expect(finds('東京都', '東京都庁')).toEqual(['東京都'])
  })

  it('FI1: a letter that a mark makes another one stays itself', () => {
    expect(finds('か', 'が')).toEqual([])
    expect(finds('कल', 'कुल')).toEqual([])
    expect(finds('"มา"', 'ไม้')).toEqual([])
  })

  it('FI1: each word, piece, case and form of any text is found in it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc
        .array(fc.constantFrom(...Object.values(scripts).flat(), 'e-mail', 'dataPointer', 'Straße'), {
          maxLength: 6
        })
        .map((parts) => parts.join(' '))
    )
    fc.assert(
      fc.property(text, (written) => {
        for (const { word, start, end } of [...wordsOf(written), ...alsoIn(written)]) {
          const as = written.slice(start, end)
          expect(word.length).toBeLessThanOrEqual(LONGEST_WORD)
          for (const asked of [as, as.normalize('NFC'), as.normalize('NFD')])
            expect(
              marksIn(written, wantedOf(readQuestion(`"${asked.replaceAll('"', '')}"`, 0))),
              asked
            ).not.toEqual([])
        }
      }),
      { numRuns: 300 }
    )
  })

  it('FI1: words have their places in order, and long texts take time in proportion', () => {
    const places = wordsOf('Zwei Wörter, 東京都 and e-mail').map(({ start, end }) => [start, end])
    expect(places).toEqual([...places].sort(([a = 0], [b = 0]) => a - b))
    const long = 'a-'.repeat(200_000)
    const began = performance.now()
    expect(alsoIn(long)).toHaveLength(1)
    expect(wordsOf(long)).toHaveLength(200_000)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
