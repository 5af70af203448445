/** Names by which the same is called in files of other programs, in German and English, as they are compared; and those of cards. */
const GROUPS: readonly (readonly string[])[] = [
  'name firma firmenname unternehmen unternehmensname organisation organization company companyname account accountname kunde kundenname customer customername bezeichnung fn fullname displayname anzeigename vollername',
  'number nummer nr kundennummer kundennr kdnr customernumber customerno customerid kundenid debitor debitorennummer debitorennr accountnumber projektnummer projektnr projectnumber projectno',
  'company firma firmenname unternehmen organisation organization companyname arbeitgeber employer org',
  'firstname vorname givenname rufname forename',
  'lastname nachname familienname surname familyname zuname',
  'salutation anrede prefix titel title honorific',
  'function funktion position jobtitle berufsbezeichnung beruf rolle role title stelle taetigkeit',
  'email mail emailadresse mailadresse emailaddress mailaddress eposta email1value emailgeschaeftlich emailprivat primaryemail workemail',
  'phone telefon tel telefonnummer telephone phonenumber rufnummer festnetz phone1value telefongeschaeftlich businessphone workphone telefonzentrale homephone',
  'mobile mobil handy mobiltelefon mobilnummer mobilephone cell cellphone mobilfunk handynummer',
  'fax telefax faxnummer faxnumber businessfax',
  'street strasse str anschrift adresse address strassehausnummer strasseundhausnummer address1 addressline1 streetaddress businessstreet strassegeschaeftlich',
  'zip plz postleitzahl postalcode postcode zipcode businesspostalcode postleitzahlgeschaeftlich',
  'city ort stadt wohnort town businesscity ortgeschaeftlich',
  'country land staat countryregion businesscountry landregion landgeschaeftlich',
  'region bundesland state province kanton',
  'website webseite web homepage url internet internetseite internetadresse webpage www domain',
  'notes notizen notiz bemerkung bemerkungen anmerkung anmerkungen kommentar kommentare beschreibung note comment comments description remarks memo',
  'industry branche sector wirtschaftszweig',
  'status stand zustand state phase',
  'categories kategorie kategorien tags schlagworte stichworte labels gruppen groups',
  'birthday geburtstag geburtsdatum birthdate dateofbirth bday',
  'manager projektleitung projektleiter projectmanager leiter verantwortlich owner responsible lead',
  'begin beginn start startdatum startdate anfang von',
  'end ende enddatum enddate bis deadline faellig fertigstellung',
  'budget kosten betrag summe amount cost volumen',
  'customer kunde kundenname client auftraggeber',
  'serialnumber seriennummer seriennr serialno fabriknummer maschinennummer',
  'type typ art bauart modell model maschinentyp',
  'site standort location aufstellort werk',
  'yearbuilt baujahr year jahr herstelljahr',
  'nextservice naechstewartung wartung nextmaintenance service servicetermin',
].map((words) => words.split(' '));

/** A name as it is compared: without signs, blanks and accents, `ß` as `ss`, `ä` as `ae`. */
export const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether two names, as they are compared, mean the same. */
export const isSynonym = (a: string, b: string): boolean =>
  GROUPS.some((group) => group.includes(a) && group.includes(b));
