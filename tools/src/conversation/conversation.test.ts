import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readLog, sameAnswer, vectorOf } from './conversation.ts'

const UP =
  '7E7E02001234567804D232002B020012141205110002F1F1001234567848F0F014120511002019000100261900010039230001442038121220039FE1'

test('the download of the byte log is a conversation with its times', () => {
  const log = `SL651 ${UP} # 2026-06-12T06:31:52.000Z 10.0.0.8:5000 UP\n\nSL651 ${UP} # 2026-06-12T06:31:52.250Z 10.0.0.8:5000 DOWN\n`
  const { protocol, frames } = vectorOf(readLog(log))
  expect(protocol).toBe('SL651')
  expect(frames.map(({ direction, afterMs }) => [direction, afterMs])).toEqual([
    ['UP', 0],
    ['DOWN', 250],
  ])
  expect(frames[0]).toMatchObject({ hex: UP, decoded: { func: '32', station: '0012345678', serial: 18 } })
})

test('lines without a time say their direction themselves', () => {
  const frames = readLog(`SL651 ${UP.toLowerCase()}\r\nSL651 7E7E`)
  expect(frames.map(({ direction, hex }) => [direction, hex])).toEqual([
    ['UP', UP],
    ['UP', '7E7E'],
  ])
  expect(vectorOf(frames).frames.map(({ afterMs }) => afterMs)).toEqual([0, 0])
})

test('what is no frame is named with its line, and a vector is of one protocol', () => {
  expect(() => readLog(`SL651 ${UP}\nhello`)).toThrow('line 2')
  expect(() => readLog('SL651 7E7')).toThrow('line 1')
  expect(() => vectorOf([])).toThrow('no frame')
  expect(() => vectorOf(readLog('SL651 7E7E\nTB_MQTT 7631'))).toThrow('SL651 and of TB_MQTT')
})

test('an answer is the same with another time, and not with another function, serial number or end', () => {
  const answer = { direction: 'down', station: '1', func: '32', serial: 1, endChar: 'ESC', sendTime: 'a' }
  expect(sameAnswer(answer, { ...answer, sendTime: 'b' })).toBe(true)
  for (const [name, value] of [
    ['func', '33'],
    ['serial', 2],
    ['endChar', 'EOT'],
    ['station', '2'],
  ])
    expect(sameAnswer(answer, { ...answer, [name as string]: value })).toBe(false)
})

test.each(['vector', 'replay'])('%s without its arguments says how it is used', (name) => {
  const tool = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [tool], { encoding: 'utf8' })
  expect([status, stderr.split('\n')[0]!.startsWith(`usage: ${name}`)]).toEqual([2, true])
})
