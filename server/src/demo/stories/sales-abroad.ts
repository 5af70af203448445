/** Chris's largest customers abroad: Hartwell and Vandermeer. */
import { inlinePicture, invitation, pdf } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

const hartwellLogo = inlinePicture('hartwell-logo.png', 'logo-hartwell');

export const salesAbroad: Story[] = [
  story(
    'Enquiry: second cup filler for our Shrewsbury site',
    mail(
      'thornton',
      'chris',
      '17 10:12',
      `
Dear Chris,

As mentioned at the show, we are planning a second chilled-desserts line in Shrewsbury. We would like a quotation for a BF 480 with the following duty:

- 8,400 cups per hour, 95 mm diameter, 120 g to 200 g
- two products with inclusions up to 8 mm (raspberry pieces)
- CIP at 85 °C, fully drainable
- UK wiring and guarding, UKCA marking

Capital approval is in six weeks, so a budget figure within the next fortnight would be ideal. Could you also tell us the current delivery time?
`,
      { logo: hartwellLogo },
    ),
    mail(
      'chris',
      'thornton',
      '17 14:40',
      `
Dear Emily,

Thank you, it was good to catch up in person. A BF 480 with six 95 mm lanes runs 9,000 cups an hour, so you would have some headroom. Three things I need to price it properly:

- Cup drawings, ideally with the denesting tolerance
- Viscosity of the dessert base at filling temperature
- Whether the raspberry goes in as a separate dose or pre-mixed

Delivery is currently 22 weeks from order, plus about ten days for the UK guarding package.
`,
    ),
    mail(
      'thornton',
      'chris',
      '15 09:05',
      `
Hi Chris,

Cup drawing attached. Raspberry is a separate dose, 18 g ± 1 g, before the cream layer. Viscosity is around 3,500 mPas at 8 °C – Graham will send the lab sheet.

22 weeks is tight for us. Is there anything you can do with a stock frame?
`,
      {
        logo: hartwellLogo,
        files: [
          pdf(
            'HF-95-cup-drawing.pdf',
            'Hartwell Foods – cup HF-95',
            'Material: PP, 0.38 mm wall',
            'Outer diameter: 95.0 +0.1/-0.2 mm',
            'Height: 71.5 mm',
            'Denesting tolerance: 0.25 mm',
            'Rim width: 3.2 mm',
          ),
        ],
      },
    ),
    mail(
      'chris',
      'jens',
      '15 10:30',
      `
Hi Jens, could you look at Emily's cup drawing? Rim is 3.2 mm, our standard seal plate wants 3.5. Is the frame we built for the cancelled Bremen order still in the yard, and could it carry a separate inclusion doser between stations 2 and 3? She needs something like 16 weeks.
`,
      { forward: true },
    ),
    mail(
      'jens',
      'chris',
      '14 08:55',
      `
Moin Chris,

Rahmen steht noch da, Baujahr dieses Jahr, sechs Bahnen. Der Stückedoser passt zwischen 2 und 3, wenn wir den Becherniederhalter um 60 mm versetzen. 3,2 mm Rand geht mit der schmalen Siegelplatte (48-5512), die haben wir für die Dänen schon gezeichnet.

Mit dem Rahmen würde ich 15 Wochen ansetzen, ohne Gewähr solange Kollwitz die Servos nicht bestätigt hat.
`,
    ),
    mail(
      'chris',
      'thornton',
      '11 11:20',
      `
Dear Emily,

Good news on time. We have a six-lane frame from a cancelled project and can deliver in 16 weeks ex works if you order by the end of next month. Our quotation is attached:

| Item | EUR |
| BF 480/6 incl. UK guarding, UKCA | 412,600 |
| Inclusion doser 18 g, two heads | 38,900 |
| CIP skid, drainable | 57,400 |
| Installation and two weeks' start-up | 31,500 |

The narrow seal plate for your 3.2 mm rim is included. Happy to walk through it on a call.
`,
      {
        answers: 2,
        files: [
          pdf(
            'Quotation Q-2218 Hartwell Foods BF480.pdf',
            'Quotation Q-2218',
            'Hartwell Foods Ltd, Shrewsbury;;Hamburg, {d}',
            '---',
            'BF 480/6 incl. UK guarding, UKCA;;412,600 EUR',
            'Inclusion doser 18 g, two heads;;38,900 EUR',
            'CIP skid, drainable;;57,400 EUR',
            'Installation and start-up;;31,500 EUR',
            '---',
            'Total ex works;;540,400 EUR',
            'Payment: 30/60/10. Delivery: 16 weeks from order.',
          ),
        ],
      },
    ),
    mail(
      'thornton',
      'chris',
      '1 16:48',
      `
Hi Chris,

Thanks, this is very close to our number. Two points before it goes to the board:

- Procurement wants 20/60/20 instead of 30/60/10, with the last 20 % after the site acceptance test.
- Could you offer a three-year service agreement with a guaranteed 48-hour response on site?

If we can settle both by {W+3}, it makes this month's board pack.
`,
      { status: 'unseen', logo: hartwellLogo },
    ),
  ),
  story(
    'Downtime on line 1 – seal head temperature',
    mail(
      'pike',
      ['service', 'chris'],
      '4 15:55',
      `
Hi all,

Line 1 (SV60-18-0288) threw "E-304 seal head over temperature" four times this shift. Each time the reading jumps from 178 to 240 and back within a second, which no lump of aluminium can do. I reckon it's the thermocouple or a connector. We've swapped the T/C plug with zone 2 and the fault stayed on zone 1.

Trend screenshot below. Any ideas before I pull the whole loom?

![Trend zone 1](trend-zone1.png)

Cheers
`,
      { files: [inlinePicture('trend-zone1.png', 'trend')] },
    ),
    mail(
      'ben',
      'pike',
      '4 16:40',
      `
Hello Graham,

good thinking with the swap. If the fault stays on zone 1, it is the cable between the head and terminal X6, or the input card. The cable bends on every stroke at the energy chain, after 30 million strokes the screen breaks first. Please do this:

- Put a spare thermocouple directly on X6:1/2 in the cabinet, bypassing the cable.
- If the reading is quiet for one hour, order cable 60-2117 (3.4 m, pre-made).
- If it still jumps, it is card A5 and I will send you one from stock.
`,
    ),
    mail(
      'pike',
      'service',
      '3 12:10',
      `
Ben, spot on. Quiet as a mouse with the bypass, so it's the cable. Please send two of 60-2117 on order HF-PO-77812, air freight is fine. We're running on the bypass with a cable tie and a prayer until then.
`,
    ),
    mail(
      'service',
      'pike',
      '3 14:25',
      `
Hello Graham,

two cables 60-2117 left today with air freight, arrival in Shrewsbury on {W+2} before noon. Invoice follows by mail. Please do not leave the bypass in place over the weekend: the wire is not fixed and can touch the moving head.
`,
    ),
  ),
  story(
    'Visit to Workum, yoghurt line',
    mail(
      'degroot',
      'chris',
      '3 09:30',
      `
Hello Chris,

We had again 1,4 % rejects on the yoghurt line last week, mostly lids not straight. Our operators say it started after the new foil from the supplier. Your colleague Ben told me on the phone he wants to see it with own eyes. Can you both come? Then we also can speak about the palletiser, my director has now the budget.

End of next week is good for us, or the week after.
`,
    ),
    mail(
      'chris',
      ['degroot', 'ben'],
      '3 11:05',
      `
Hello Pieter,

Yes, let's combine both. Ben can be in Workum on {W+7} and {W+8}, {D+7} and {D+8}, I will join on the second day for the palletiser. Please keep 20 of the rejected cups with their lids and one roll of the old and the new foil each – Ben wants to measure the curl.
`,
    ),
    mail(
      'degroot',
      'chris',
      '2 08:14',
      `
Hello Chris,

Fine for us. I reserve the meeting room and the line is free for tests from 13:00. For the palletiser: 4 pallets per hour, two formats (tray 12 and tray 20), very low ceiling of 3,10 m. I send you the floor plan. Do you take safety shoes with you? We have only small sizes, Dutch people have big feet but not our visitors.
`,
      {
        files: [
          pdf(
            'Plattegrond hal 2 – palletiser.pdf',
            'Vandermeer Zuivel – hal 2',
            'Free area: 6,4 x 4,8 m',
            'Ceiling height: 3,10 m (beam at 2,95 m)',
            'Infeed height: 850 mm',
            'Trays: 12 (400 x 300) and 20 (600 x 400)',
          ),
        ],
      },
    ),
    mail(
      'chris',
      'degroot',
      '2 10:20',
      `
Hello Pieter,

Thank you, 2.95 m below the beam is interesting: the standard PL 4 needs 3.20 m. We have a low version with a side gantry, I will bring drawings. Shoes are packed, size 46, no problem.

Calendar invitation attached.
`,
      {
        files: [
          invitation('Workum visit.ics', {
            summary: 'Visit Vandermeer Zuivel: lids and palletiser',
            location: 'Vandermeer Zuivel, Workum',
            organizer: 'chris@brookmann.example',
            attendees: ['p.degroot@vandermeer-zuivel.example', 'ben@brookmann.example'],
            inDays: 6,
            start: '10:00',
            end: '16:00',
          }),
        ],
      },
    ),
    mail(
      'degroot',
      ['chris', 'ben'],
      '0 07:20',
      `
Hello both,

Small problem: {W+4} {D+4} the water is shut off in our hall until 11:00, so no CIP and no production before that. Can you start at 12:00 and stay till 17:00? I arrange sandwiches, sorry for no warm lunch.
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Order VZ-20881: conversion kit 500 g',
    mail(
      'bos',
      'chris',
      '16 13:35',
      `
Dear Chris,

Please find attached our order for the conversion kit 500 g as per your quotation Q-2196. Note that our delivery address changed: goods go to gate 5, not to the office. Please confirm price and date within 3 working days.

Kind regards
`,
      {
        files: [
          pdf(
            'Purchase order VZ-20881.pdf',
            'Purchase order VZ-20881',
            'Supplier: Brookmann Fülltechnik GmbH;;{d}',
            '---',
            '1 x conversion kit 500 g (BF 240);;14,850.00 EUR',
            'Delivery: DAP Workum, gate 5',
            'Requested date: {d+30}',
            'Payment: 30 days net',
          ),
        ],
      },
    ),
    mail(
      'chris',
      'bos',
      '16 16:20',
      `
Dear Marieke,

Many thanks for the order. We confirm EUR 14,850.00 DAP Workum, gate 5, ready for dispatch on {D+28}. The kit contains six nozzles 500 g, the format plates and the recipe file for your panel. Order confirmation attached.
`,
      {
        files: [
          pdf(
            'Order confirmation 31877.pdf',
            'Order confirmation 31877',
            'Your order VZ-20881;;{d}',
            '---',
            '1 x conversion kit 500 g, BF 240, no. 24-7500;;14,850.00 EUR',
            'Dispatch: {d+28}, DAP Workum, gate 5',
          ),
        ],
      },
    ),
    mail(
      'bos',
      'chris',
      '2 11:42',
      `
Dear Chris,

Small change on VZ-20881: could you add one extra set of gaskets (EPDM, 24-7590) and give me the price? And our accounting asks for the country of origin and the customs tariff number on the invoice from now on, even inside the EU.
`,
      { status: 'seen' },
    ),
  ),
];
