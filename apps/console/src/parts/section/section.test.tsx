import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Fact, Facts } from './facts.tsx'
import { Section } from './section.tsx'

afterEach(cleanup)

test('a section is a landmark for screen readers only if it has a label', () => {
  render(
    <>
      <Section title="基本信息">一</Section>
      <Section label="连接" title="连接卡" beside={<b>等待</b>} className="connection">
        二
      </Section>
    </>,
  )
  const place = screen.getByRole('region')
  expect(screen.getByRole('region', { name: '连接' })).toBe(place)
  expect(place.className).toBe('card panel connection')
  expect(within(place).getByRole('heading', { name: '连接卡' }).parentElement?.textContent).toBe('连接卡等待')
  expect(screen.getByRole('heading', { name: '基本信息' }).closest('section')?.textContent).toBe('基本信息一')
})

test('facts are terms with their definitions, in columns unless they are lines', () => {
  const { container } = render(
    <>
      <Facts>
        <Fact name="账号">wang</Fact>
      </Facts>
      <Facts look="lines">
        <Fact name="设备数" className="num">
          12
        </Fact>
      </Facts>
    </>,
  )
  expect([...container.querySelectorAll('dl')].map(({ className }) => className)).toEqual(['detail', 'fact-lines'])
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['账号', '设备数'])
  const values = screen.getAllByRole('definition')
  expect(values.map(({ textContent }) => textContent)).toEqual(['wang', '12'])
  expect(values.map(({ className }) => className)).toEqual(['', 'num'])
})
