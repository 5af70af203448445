/** Chris's projects and inquiries from Denmark, Britain, Ghana, France, Finland. */
import { csv, picture, vcard, xlsx } from '../files.ts';
import { mail, story, type Story } from '../story.ts';

export const salesInquiries: Story[] = [
  story(
    'Palletising robot – can you beat 14 weeks?',
    mail(
      'kjaer',
      'chris',
      '10 12:00',
      `
Hi Chris,

we spoke in spring about end-of-line for our skyr cups. Now it becomes serious: our manual packers are two people short and I cannot find anybody in northern Jutland who wants to lift trays.

Another bidder offers 14 weeks. I would rather stay with you because the filler is yours and it just runs. But I need an honest date, not a sales date :-)

Best from a windy fjord
Søren
`,
    ),
    mail(
      'chris',
      'kjaer',
      '10 15:10',
      `
Hi Søren,

Honest date: 17 weeks, because the gripper for your 6-packs is a special part with nine weeks from the supplier. What I can do is ship the conveyor and the lift-assist in five weeks, so your people stop lifting trays, and add the gantry later in a single weekend.

Would that help you through the winter?
`,
    ),
    mail(
      'kjaer',
      'chris',
      '9 08:20',
      `
Now we are talking. Lift-assist in five weeks is worth more to me than a robot in fourteen. Please make the quote in two steps, and put the weekend into the contract with a fixed price. Photo of today's "robot" attached – his name is Bent and he is 61.
`,
      { files: [picture('palletising-today.jpg', 'pallet')] },
    ),
    mail(
      'chris',
      'kjaer',
      '6 13:30',
      `
Hi Søren,

Two-step quote attached: step 1 EUR 46,200 (conveyor, lift-assist), step 2 EUR 118,500 including the fixed-price installation weekend. Greetings to Bent, the lift-assist handles 35 kg with two fingers.
`,
      {
        files: [
          xlsx(
            'Quotation Q-2231 Limfjord two steps.xlsx',
            'Quotation',
            ['Step', 'Item', 'EUR'],
            [1, 'Conveyor FB 12, 9 m', 21400],
            [1, 'Lift-assist with tray gripper', 24800],
            [2, 'Gantry PL 4 low', 96700],
            [2, 'Gripper for 6-packs', 13900],
            [2, 'Installation weekend, fixed', 7900],
          ),
        ],
      },
    ),
    mail(
      'kjaer',
      'chris',
      '0 10:33',
      `
Hi Chris,

Step 1 is approved! Mette from finance will send the formal order and has questions about the down payment. For step 2 I need the board on {D+8}. Can you be on video that day at 14:00 for 15 minutes, in case they ask about the fence?
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Down payment and VAT on Q-2231',
    mail(
      'lund',
      'chris',
      '-41',
      `
Hello Chris,

I prepare the order for step 1. Before I can release it:

- Is the down payment invoice without VAT (reverse charge)? Our number is on the attached card.
- Our limit for down payments without bank guarantee is 25 %. Your offer says 30 %.
- Which account do we use? We were told that a supplier's "new bank details" mail was a fraud last month, so I will call you back on the number from our files. Please do not be offended.
`,
      {
        status: 'unseen',
        files: [
          vcard(
            'Limfjord Mejeri ApS.vcf',
            'Mette',
            'Lund',
            'Limfjord Mejeri ApS',
            'Finance',
            '030 23125 990',
            'ml@limfjord-mejeri.example',
          ),
        ],
      },
    ),
  ),
  story(
    'Small-batch filler for dips – possible?',
    mail(
      'nair',
      'info',
      '8 19:22',
      `
Hello,

I run a small company in West Yorkshire making fresh hummus and raita. We fill about 900 tubs a day by hand (150 g and 300 g) and it is slowly breaking our wrists. I found your BF 240 second-hand online, but the owner has no papers.

Two questions: Do you sell anything for a business our size? And if I bought that used machine (BF240-13-0091), could you still support it?

Thanks so much,
Priya
`,
    ),
    mail(
      'anna',
      'chris',
      '7 08:02',
      `
Chris, das kam gestern Abend über info@. Gebrauchtmaschine 0091 ist laut Liste eine von den ersten mit der alten Steuerung – weißt du, wer die zuletzt hatte?
`,
      { forward: true },
    ),
    mail(
      'chris',
      'nair',
      '7 10:45',
      `
Dear Priya,

Thank you for writing, and my sympathy to the wrists. For 900 tubs a day a BF 240 would spend most of its life switched off. We build a bench-top doser, the TD 1: one person, 12 tubs a minute, 8 to 500 g, EUR 17,900 including a dip nozzle.

About 0091: it is from our first series, and the controller went out of production years ago. We still have mechanical parts, but if the panel dies there is no replacement. I would not buy it without a conversion, roughly EUR 9,000.

If you send me two tubs of each, we will run a free filling test here and film it for you.
`,
      { answers: 0 },
    ),
    mail(
      'nair',
      'chris',
      '6 20:05',
      `
Dear Chris,

That is the most helpful "please don't buy it" I have ever received. Tubs are on their way by courier (the raita is chilled – someone please put it in a fridge, and then eat it after the test).

Does the TD 1 cope with chickpea skins? We don't peel ours.
`,
      { status: 'seen' },
    ),
  ),
  story(
    'Filling line for mango juice, 200 ml pouches',
    mail(
      'osei',
      'info',
      '3 11:31',
      `
Dear Sir or Madam,

We are a juice producer near Takoradi and plan to fill 200 ml stand-up pouches, 2,000 per hour to start with. Hot fill at 88 °C. Your machines were recommended to us by a former dairy engineer from Hamburg.

Could you inform us whether you export to Ghana, who would do the commissioning, and which spare parts you suggest for the first two years? Power here is 415 V / 50 Hz with frequent dips, so please consider that.
`,
    ),
    mail(
      'chris',
      'osei',
      '2 09:48',
      `
Dear Mr Osei,

Thank you for your inquiry. To be open with you: we build fillers for cups, jars and bottles, not for pouches. A converted machine would not make you happy. For pouches with hot fill I can name two specialists who deliver to West Africa, and I am glad to introduce you.

If you also consider 250 ml PET or glass, we would be a good address. Commissioning is done by our own people, with a voltage stabiliser as standard for sites like yours.
`,
    ),
    mail(
      'osei',
      'chris',
      '0 13:15',
      `
Dear Mr Okafor,

I appreciate your frankness, please do introduce us. And in fact we have a second project in glass, 250 ml ginger shots, 1,200 bottles per hour. May I send you the bottle drawing next week? (Okafor – do you have family in our part of the world?)
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Jam jars, 4 sizes, very small kitchen',
    mail(
      'lemaire',
      'info',
      '1 13:50',
      `
Hello,

We make confitures in Brittany, 400 jars a day in four sizes (28 g, 110 g, 220 g, 350 g). We look for a used or new semi-automatic filler that works with whole mirabelles without crushing them. Our kitchen door is only 82 cm wide!

Do you have a distributor in France, or can we come to Hamburg for a trial with our own fruit? September is over, so now we have time.
`,
      { status: 'unseen' },
    ),
  ),
  story(
    'Lingonberry – brush on nozzle, last question',
    mail(
      'virtanen',
      'chris',
      '18 08:40',
      `
Hello Chris,

The trial with lingonberry was good. One question left: after 3 hours the nozzle tip had a skin of dried jam and the drops went to the rim of the jar. Do you have a brush or a water mist for that? We can not stop every hour for wiping.

Weighing results attached.
`,
      {
        files: [
          csv(
            'weighing-lingonberry.csv',
            `
jar;target g;actual g
1;340;340.4
50;340;339.8
100;340;341.0
150;340;339.1
`,
          ),
        ],
      },
    ),
    mail(
      'chris',
      'virtanen',
      '18 11:15',
      `
Hello Aino,

Yes: nozzle 24-0880 has a suck-back and a small steam collar. It keeps the tip warm and clean, we use it for honey as well. EUR 640 per nozzle, you need two, and 1.5 kg steam per hour – your cooker has plenty. I can ship this week.
`,
    ),
    mail(
      'virtanen',
      'chris',
      '17 07:25',
      `
Hello Chris,

Good, please send two with steam collar. Order number SB-118. Snow is coming here, so better soon than late.
`,
    ),
  ),
];
